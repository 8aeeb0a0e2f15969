import type { SiteActor } from "../../accounts/actor";
import { stockLevel } from "../../catalogue/stock-level";
import { now } from "../../core/clock";
import { notFound } from "../../core/errors";
import { orderNoPattern } from "../../core/ids";
import { toMoney, toTime } from "../../core/wire";
import { db } from "../../db/client";
import { Prisma } from "../../db/generated/client";
import { inTransaction } from "../../db/transaction";
import { closeOrder } from "../../orders/close-order";
import { orderInclude } from "../../orders/view";
import { siteUnitPrice } from "../../pricing/quote";
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
  id: number;
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
 * What an agent sees of the catalogue. `changed_at` is the newest of everything that can change its view of a product:
 * the product, its category, a SKU, the stock, this agent's price, its level, and the assignment of level and list.
 */
const offers = (siteId: number, categoryId: number | undefined) => Prisma.sql`
  SELECT p.id, p.slug, p.title, p.price_cents, p.auto_secret_kind::text AS auto_secret_kind, c.name AS category,
    (p.status = 'active' AND c.is_active AND k.skus IS NOT NULL) AS is_active, l.discount_percent AS level_percent,
    date_trunc('milliseconds', greatest(p.updated_at, c.updated_at, k.changed_at, l.updated_at, s.prices_changed_at)) AS changed_at,
    k.skus
  FROM sites s LEFT JOIN member_levels l ON l.id = s.member_level_id, products p
  JOIN categories c ON c.id = p.category_id
  CROSS JOIN LATERAL (
    SELECT max(greatest(u.updated_at, t.changed_at, sp.updated_at)) AS changed_at,
      jsonb_agg(jsonb_build_object('id', u.id, 'code', u.code, 'name', u.name, 'list_cents', u.price_cents::text,
        'site_cents', sp.price_cents::text, 'level_cents', lp.price_cents::text,
        'available', coalesce(t.available, 0), 'is_unlimited', coalesce(t.is_unlimited, false))
        ORDER BY u.sort_order, u.id) FILTER (WHERE u.is_active) AS skus
    FROM skus u
    LEFT JOIN sku_stocks t ON t.sku_id = u.id
    LEFT JOIN site_prices sp ON sp.sku_id = u.id AND sp.site_id = ${siteId}
    LEFT JOIN level_prices lp ON lp.sku_id = u.id AND lp.level_id = s.member_level_id
    WHERE u.product_id = p.id) k
  WHERE s.id = ${siteId} AND p.first_listed_at IS NOT NULL
    AND (${categoryId ?? null}::int IS NULL OR p.category_id = ${categoryId ?? null}::int OR c.parent_id = ${categoryId ?? null}::int)`;

const cents = (text: string | null) => (text === null ? null : BigInt(text));

function upstreamProductView(row: ProductRow): UpstreamProduct {
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
  const { page, per_page, updated_after } = query;
  const wanted = updated_after ? Prisma.sql`changed_at > ${updated_after}` : Prisma.sql`is_active`;
  const source = offers(actor.siteId, query.category_id);
  const [rows, [counted]] = await Promise.all([
    db().$queryRaw<ProductRow[]>`
      SELECT * FROM (${source}) o WHERE ${wanted} ORDER BY id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`,
    db().$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total FROM (${source}) o WHERE ${wanted}`,
  ]);
  return { products: rows.map(upstreamProductView), total: Number(counted?.total ?? 0n), page, per_page };
}

const siteOrderInclude = { ...orderInclude, siteOrder: true } satisfies Prisma.OrderInclude;

/** C47: its own orders only; another agent's is the same as none. @throws AppError `not_found` */
export async function getSiteOrder(actor: SiteActor, orderNo: string): Promise<SiteOrderDetail> {
  const where = { orderNo, siteId: actor.siteId };
  if (!orderNoPattern.test(orderNo)) throw notFound("Order");
  const found = await db().order.findFirst({ where, select: { id: true, status: true, expireAt: true } });
  if (!found) throw notFound("Order");
  if (found.status === "pending_payment" && found.expireAt <= now()) {
    await inTransaction((tx) => closeOrder(tx, found.id, "expired", "system"));
  }
  const row = await db().order.findUniqueOrThrow({ where: { id: found.id }, include: siteOrderInclude });
  return siteOrderDetailView(row);
}
