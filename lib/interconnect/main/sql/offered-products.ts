import { sql } from "kysely";
import type { SecretKind } from "../../../catalogue/schema";
import { pageSlice } from "../../../core/paging";
import { db } from "../../../db/client";
import { fixedStatement } from "../../../db/fixed-statement";
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
  /** Number of all matches, in every row; a page beyond the end is one row without a product. */
  total: bigint;
  id: number | null;
  slug: string;
  title: string;
  price_cents: bigint;
  auto_secret_kind: SecretKind;
  category: string;
  is_active: boolean;
  level_percent: number | null;
  changed_at: Date;
  skus: SkuPart[] | null;
  parent_category: string | null;
  summary: string;
  /** Null for one that is too long for a list. */
  description: string | null;
  image: string | null;
  images: string[];
  /** Hashes of pictures that the shop keeps itself, by address. */
  picture_hashes: Record<string, string | null> | null;
  instructions: string | null;
  form_fields: unknown;
  min_quantity: number;
  max_quantity: number;
}

/** A list of 200 products must stay well below what an agent reads of one answer. */
const maxDescription = 20_000;

interface OfferValues {
  siteId: number;
  categoryId: number | null;
  changedAfter: Date | null;
  passedOn: string[];
  take: number;
  skip: number;
}

/** Shapes of the two reads: of changed products, or of products on sale. */
const offered = { changed: { key: "changed" }, onSale: { key: "on sale" } };

/**
 * `changed_at` is the newest of everything that can change an agent's view of a product: the product, its category, a SKU, the
 * stock, this agent's price, its level, and the assignment of level and list. The rest is read for the page only.
 */
const selectOffered = fixedStatement((query, values: OfferValues, { key }: { key: string }) => ({
  compile: () =>
    sql<OfferedProductRow>`
      WITH site AS (
        SELECT s.member_level_id, s.prices_changed_at, l.discount_percent, l.updated_at AS level_changed_at
        FROM sites s LEFT JOIN member_levels l ON l.id = s.member_level_id WHERE s.id = ${values.siteId}),
      sku_changes AS (
        SELECT u.product_id, bool_or(u.is_active AND u.fulfillers <@ ${values.passedOn}::text[]) AS has_active,
          max(greatest(u.updated_at, t.changed_at, sp.updated_at)) AS at
        FROM skus u LEFT JOIN sku_stocks t ON t.sku_id = u.id
        LEFT JOIN site_prices sp ON sp.sku_id = u.id AND sp.site_id = ${values.siteId}
        GROUP BY u.product_id),
      wanted AS MATERIALIZED (
        SELECT * FROM (
          SELECT p.id, c.name AS category, c.parent_id AS parent_category_id,
            (p.status = 'active' AND c.is_active AND coalesce(k.has_active, false)) AS is_active,
            date_trunc('milliseconds',
              greatest(p.updated_at, c.updated_at, k.at, site.level_changed_at, site.prices_changed_at)) AS changed_at
          FROM site, products p JOIN categories c ON c.id = p.category_id LEFT JOIN sku_changes k ON k.product_id = p.id
          WHERE p.first_listed_at IS NOT NULL
            AND (${values.categoryId}::int IS NULL OR p.category_id = ${values.categoryId}::int
              OR c.parent_id = ${values.categoryId}::int)) o
        WHERE ${key === offered.changed.key ? sql`changed_at > ${values.changedAfter}::timestamptz` : sql`is_active`}),
      page AS (SELECT * FROM wanted ORDER BY id LIMIT ${values.take}::int OFFSET ${values.skip}::int)
      SELECT n.total, w.id, w.category, parent.name AS parent_category, w.is_active, w.changed_at, p.slug, p.title, p.price_cents,
        p.auto_secret_kind::text AS auto_secret_kind, site.discount_percent AS level_percent, k.skus, p.summary,
        CASE WHEN length(p.description) <= ${sql.lit(maxDescription)} THEN p.description END AS description,
        p.image, p.images, pictures.hashes AS picture_hashes, p.instructions, p.form_fields, p.min_quantity, p.max_quantity
      FROM site CROSS JOIN (SELECT count(*) AS total FROM wanted) n
      LEFT JOIN page w ON true LEFT JOIN products p ON p.id = w.id
      LEFT JOIN categories parent ON parent.id = w.parent_category_id
      LEFT JOIN LATERAL (
        SELECT jsonb_object_agg(address, m.sha256) AS hashes
        FROM unnest(array_append(p.images, p.image)) AS address
        JOIN media m ON m.id = substring(address FROM '^/media/([A-Za-z0-9]+)$')) pictures ON true
      LEFT JOIN LATERAL (
        SELECT jsonb_agg(jsonb_build_object('id', u.id, 'code', u.code, 'name', u.name, 'list_cents', u.price_cents::text,
          'site_cents', sp.price_cents::text, 'level_cents', lp.price_cents::text, 'available', coalesce(t.available, 0),
          'is_unlimited', coalesce(t.is_unlimited, false)) ORDER BY u.sort_order, u.id) AS skus
        FROM skus u LEFT JOIN sku_stocks t ON t.sku_id = u.id
        LEFT JOIN site_prices sp ON sp.sku_id = u.id AND sp.site_id = ${values.siteId}
        LEFT JOIN level_prices lp ON lp.sku_id = u.id AND lp.level_id = site.member_level_id
        WHERE u.product_id = w.id AND u.is_active AND u.fulfillers <@ ${values.passedOn}::text[]) k ON true
      ORDER BY w.id`.compile(query),
}));

/**
 * One page of what an agent sees of the catalogue, text, pictures and form included. What an agent could not pass on is not
 * offered (docs/delivery.md).
 */
export const readOfferedProducts = (
  siteId: number,
  { page, per_page, category_id, updated_after }: UpstreamProductQuery,
): Promise<OfferedProductRow[]> =>
  selectOffered(
    db(),
    {
      siteId,
      categoryId: category_id ?? null,
      changedAfter: updated_after ?? null,
      passedOn: [...textFulfillers],
      take: per_page,
      skip: pageSlice({ page, per_page }).skip,
    },
    updated_after ? offered.changed : offered.onSale,
  );
