import { sql } from "kysely";
import { pageSlice } from "../../../core/paging";
import { db } from "../../../db/client";
import { textFulfillers } from "../../../fulfillment/find-fulfiller";
import type { UpstreamProductQuery } from "../schema";

interface SkuPart {
  id: number;
  code: string;
  name: string;
  list_cents: string;
  site_cents: string | null;
  level_cents: string | null;
  available: number;
  is_unlimited: boolean;
}

export interface OfferedProductRow {
  /** Of the whole match, in every row; a page beyond the end is one row without a product. */
  total: bigint;
  id: number | null;
  slug: string;
  title: string;
  price_cents: bigint;
  auto_secret_kind: string;
  category: string;
  is_active: boolean;
  level_percent: number | null;
  changed_at: Date;
  skus: SkuPart[] | null;
}

/**
 * One page of what an agent sees of the catalogue. `changed_at` is the newest of everything that can change its view of a
 * product: the product, its category, a SKU, the stock, this agent's price, its level, and the assignment of level and list.
 * The SKUs themselves are read for the page only. What an agent could not pass on is not offered (docs/delivery.md).
 */
export async function readOfferedProducts(
  siteId: number,
  { page, per_page, category_id, updated_after }: UpstreamProductQuery,
): Promise<OfferedProductRow[]> {
  const category = category_id ?? null;
  const passedOn = [...textFulfillers];
  const wanted = updated_after ? sql`changed_at > ${updated_after}` : sql`is_active`;
  const { rows } = await sql<OfferedProductRow>`
    WITH site AS (
      SELECT s.member_level_id, s.prices_changed_at, l.discount_percent, l.updated_at AS level_changed_at
      FROM sites s LEFT JOIN member_levels l ON l.id = s.member_level_id WHERE s.id = ${siteId}),
    sku_changes AS (
      SELECT u.product_id, bool_or(u.is_active AND u.fulfillers <@ ${passedOn}::text[]) AS has_active, max(greatest(u.updated_at, t.changed_at, sp.updated_at)) AS at
      FROM skus u LEFT JOIN sku_stocks t ON t.sku_id = u.id
      LEFT JOIN site_prices sp ON sp.sku_id = u.id AND sp.site_id = ${siteId}
      GROUP BY u.product_id),
    wanted AS MATERIALIZED (
      SELECT * FROM (
        SELECT p.id, c.name AS category, (p.status = 'active' AND c.is_active AND coalesce(k.has_active, false)) AS is_active,
          date_trunc('milliseconds', greatest(p.updated_at, c.updated_at, k.at, site.level_changed_at, site.prices_changed_at))
            AS changed_at
        FROM site, products p JOIN categories c ON c.id = p.category_id LEFT JOIN sku_changes k ON k.product_id = p.id
        WHERE p.first_listed_at IS NOT NULL
          AND (${category}::int IS NULL OR p.category_id = ${category}::int OR c.parent_id = ${category}::int)) o
      WHERE ${wanted}),
    page AS (SELECT * FROM wanted ORDER BY id LIMIT ${per_page} OFFSET ${pageSlice({ page, per_page }).skip})
    SELECT n.total, w.id, w.category, w.is_active, w.changed_at, p.slug, p.title, p.price_cents,
      p.auto_secret_kind::text AS auto_secret_kind, site.discount_percent AS level_percent, k.skus
    FROM site CROSS JOIN (SELECT count(*) AS total FROM wanted) n
    LEFT JOIN page w ON true LEFT JOIN products p ON p.id = w.id
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('id', u.id, 'code', u.code, 'name', u.name, 'list_cents', u.price_cents::text,
        'site_cents', sp.price_cents::text, 'level_cents', lp.price_cents::text,
        'available', coalesce(t.available, 0), 'is_unlimited', coalesce(t.is_unlimited, false)) ORDER BY u.sort_order, u.id) AS skus
      FROM skus u LEFT JOIN sku_stocks t ON t.sku_id = u.id
      LEFT JOIN site_prices sp ON sp.sku_id = u.id AND sp.site_id = ${siteId}
      LEFT JOIN level_prices lp ON lp.sku_id = u.id AND lp.level_id = site.member_level_id
      WHERE u.product_id = w.id AND u.is_active AND u.fulfillers <@ ${passedOn}::text[]) k ON true
    ORDER BY w.id`.execute(db().sql);
  return rows;
}
