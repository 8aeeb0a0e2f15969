import type { SiteActor } from "../../accounts/actor";
import { stockLevel } from "../../catalogue/stock-level";
import { now } from "../../core/clock";
import { notFound } from "../../core/errors";
import { orderNoPattern } from "../../core/ids";
import { pageSlice } from "../../core/paging";
import { toMoney, toTime } from "../../core/wire";
import { db } from "../../db/client";
import { Prisma } from "../../db/generated/client";
import { inTransaction } from "../../db/transaction";
import { closeOrder } from "../../orders/close-order";
import { orderInclude } from "../../orders/view";
import { siteUnitPrice } from "../../pricing/quote";
import { findProductDetails } from "./product-details";
import type { SiteOrderDetail, UpstreamProduct, UpstreamProductList, UpstreamProductQuery } from "./schema";
import { siteOrderDetailView } from "./view";

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

interface ProductRow {
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
 * The SKUs themselves are read for the page only.
 */
function selectPage(siteId: number, { page, per_page, category_id, updated_after }: UpstreamProductQuery) {
  const category = category_id ?? null;
  const wanted = updated_after ? Prisma.sql`changed_at > ${updated_after}` : Prisma.sql`is_active`;
  return db().$queryRaw<ProductRow[]>`
    WITH site AS (
      SELECT s.member_level_id, s.prices_changed_at, l.discount_percent, l.updated_at AS level_changed_at
      FROM sites s LEFT JOIN member_levels l ON l.id = s.member_level_id WHERE s.id = ${siteId}),
    sku_changes AS (
      SELECT u.product_id, bool_or(u.is_active) AS has_active, max(greatest(u.updated_at, t.changed_at, sp.updated_at)) AS at
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
      WHERE u.product_id = w.id AND u.is_active) k ON true
    ORDER BY w.id`;
}

const cents = (text: string | null) => (text === null ? null : BigInt(text));

function upstreamProductView(row: ProductRow & { id: number }): UpstreamProduct {
  const priced = (row.is_active ? (row.skus ?? []) : []).map((sku) => {
    const level =
      row.level_percent === null ? null : { percent: row.level_percent, priceCents: cents(sku.level_cents) };
    const counter = { isUnlimited: sku.is_unlimited, available: sku.available };
    return {
      ...sku,
      counter,
      priceCents: siteUnitPrice(BigInt(sku.list_cents), cents(sku.site_cents), level),
    };
  });
  const lowest = priced.reduce<bigint | null>(
    (best, sku) => (best === null || sku.priceCents < best ? sku.priceCents : best),
    null,
  );
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    price: toMoney(lowest ?? row.price_cents),
    stock: stockLevel(
      priced.map((sku) => sku.counter),
      0,
    ).stock,
    auto_secret_kind: row.auto_secret_kind,
    category: row.category,
    active: row.is_active,
    skus: priced.map((sku) => ({
      id: sku.id,
      code: sku.code,
      name: sku.name,
      price: toMoney(sku.priceCents),
      stock: stockLevel([sku.counter], 0).stock,
    })),
    updated_at: toTime(row.changed_at),
  };
}

/** C43: what is on sale, by id; with `updated_after` what changed since, and then also what went off sale. */
export async function listUpstreamProducts(
  actor: SiteActor,
  query: UpstreamProductQuery,
): Promise<UpstreamProductList> {
  const rows = await selectPage(actor.siteId, query);
  const shown = rows.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }]));
  const details = await findProductDetails(shown.map(({ id }) => id));
  return {
    products: shown.map((row) => ({ ...upstreamProductView(row), ...details.get(row.id) })),
    total: Number(rows[0]?.total ?? 0n),
    page: query.page,
    per_page: query.per_page,
  };
}

const siteOrderInclude = { ...orderInclude, siteOrder: true } satisfies Prisma.OrderInclude;

/** C47: its own orders only; another agent's is the same as none. @throws AppError `not_found` */
export async function getSiteOrder(actor: SiteActor, orderNo: string): Promise<SiteOrderDetail> {
  const where = { orderNo, siteId: actor.siteId };
  if (!orderNoPattern.test(orderNo)) throw notFound("order");
  const found = await db().order.findFirst({ where, select: { id: true, status: true, expireAt: true } });
  if (!found) throw notFound("order");
  if (found.status === "pending_payment" && found.expireAt <= now()) {
    await inTransaction((tx) => closeOrder(tx, found.id, "expired", "system"));
  }
  const row = await db().order.findUniqueOrThrow({ where: { id: found.id }, include: siteOrderInclude });
  return siteOrderDetailView(row);
}
