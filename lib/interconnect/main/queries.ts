import type { SiteActor, TestSiteActor } from "../../acts/actor";
import { stockLevel } from "../../catalogue/stock-level";
import { now } from "../../core/clock";
import { notFound } from "../../core/errors";
import { orderNoPattern } from "../../core/ids";
import { toMoney, toTime } from "../../core/wire";
import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import { inTransaction } from "../../db/transaction";
import { viewDelivered } from "../../fulfillment/view-delivered";
import { closeOrder } from "../../orders/close-order";
import { orderInclude } from "../../orders/viewed-rows";
import { siteUnitPrice } from "../../pricing/quote";
import { productDetailsView } from "./product-details";
import type { SiteOrderDetail, UpstreamProduct, UpstreamProductList, UpstreamProductQuery } from "./schema";
import { type OfferedProductRow, readOfferedProducts } from "./sql/offered-products";
import { siteOrderDetailView } from "./view";

const cents = (text: string | null) => (text === null ? null : BigInt(text));

function upstreamProductView(row: OfferedProductRow & { id: number }): UpstreamProduct {
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
  actor: SiteActor | TestSiteActor,
  query: UpstreamProductQuery,
): Promise<UpstreamProductList> {
  const rows = await readOfferedProducts(actor.siteId, query);
  const shown = rows.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }]));
  return {
    products: shown.map((row) => ({ ...upstreamProductView(row), ...productDetailsView(row) })),
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
  return siteOrderDetailView(row, await viewDelivered(db(), row.items));
}
