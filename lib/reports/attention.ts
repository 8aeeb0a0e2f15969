import type { AdminActor } from "../accounts/actor";
import { areasOf, type PermissionArea } from "../accounts/permissions";
import { addSeconds, now } from "../core/clock";
import { toMoney, toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import { alertsOfAreas } from "./alerts-of-areas";
import type { Attention } from "./schema";
import type { FailingCallback, ShortProduct, WaitingOrder } from "./types";

const day = 86_400;

const areas: Record<Exclude<keyof Attention["counts"], "alerts">, PermissionArea> = {
  orders: "orders",
  stock: "stock",
  refunds: "payments",
  held: "interconnect",
  callbacks: "interconnect",
  purchases: "interconnect",
  mails: "customers",
};

/** What needs a person, one number a page of the admin; 0 where the caller's role may not look. */
export async function countAttention(actor: AdminActor): Promise<Attention> {
  const readable = areasOf(actor, "read");
  const [row] = await db().$queryRaw<Record<string, number>[]>`
    SELECT
      (SELECT count(*) FROM orders WHERE fulfillment_status = 'failed' AND payment_status IN ('paid', 'partially_refunded'))::int AS orders,
      (SELECT count(*) FROM skus s JOIN sku_stocks k ON k.sku_id = s.id JOIN products p ON p.id = s.product_id
        WHERE p.status = 'active' AND s.is_active AND NOT k.is_unlimited AND k.available = 0)::int AS stock,
      (SELECT count(*) FROM refunds WHERE status = 'pending')::int AS refunds,
      (SELECT count(*) FROM orders WHERE fulfillment_status = 'held')::int AS held,
      (SELECT count(*) FROM callbacks WHERE status = 'failed')::int AS callbacks,
      (SELECT count(*) FROM purchases WHERE status = 'failed' AND updated_at > ${addSeconds(now(), -7 * day)})::int AS purchases,
      (SELECT count(*) FROM mails WHERE status = 'failed')::int AS mails,
      (SELECT count(*) FROM alerts a WHERE a.resolved_at IS NULL AND ${alertsOfAreas(readable)})::int AS alerts`;
  const count = (name: keyof typeof areas) => (readable.includes(areas[name]) ? (row?.[name] ?? 0) : 0);
  return {
    counts: {
      orders: count("orders"),
      stock: count("stock"),
      refunds: count("refunds"),
      held: count("held"),
      callbacks: count("callbacks"),
      purchases: count("purchases"),
      mails: count("mails"),
      alerts: row?.alerts ?? 0,
    },
  };
}

interface ShortRow {
  productId: number;
  title: string;
  skuId: number;
  skuName: string;
  available: number;
  lowAt: number;
}

/** Options on sale at or below their product's warning level, emptiest first. */
export async function listShortStock(take = 8): Promise<ShortProduct[]> {
  const rows = await db().$queryRaw<ShortRow[]>`
    SELECT p.id AS "productId", p.title, s.id AS "skuId", s.name AS "skuName", k.available, p.low_stock_at AS "lowAt"
    FROM sku_stocks k JOIN skus s ON s.id = k.sku_id JOIN products p ON p.id = s.product_id
    WHERE p.status = 'active' AND s.is_active AND NOT k.is_unlimited AND k.available <= p.low_stock_at
    ORDER BY k.available, k.sold DESC, s.id LIMIT ${take}`;
  return rows.map((row) => ({
    product_id: row.productId,
    title: row.title,
    sku_id: row.skuId,
    sku_name: row.skuName,
    available: row.available,
    low_at: row.lowAt,
  }));
}

export async function listWaitingOrders(take = 8): Promise<WaitingOrder[]> {
  const rows = await db().order.findMany({
    where: {
      fulfillmentStatus: { in: ["failed", "processing"] },
      paymentStatus: { in: ["paid", "partially_refunded"] },
    },
    // "failed" was declared last in the database and comes first here.
    orderBy: [{ fulfillmentStatus: "desc" }, { paidAt: "asc" }],
    take,
    include: { items: { select: { title: true }, orderBy: { position: "asc" } } },
  });
  return rows.map((row) => ({
    order_no: row.orderNo,
    fulfillment_status: row.fulfillmentStatus as WaitingOrder["fulfillment_status"],
    title: row.items.map((item) => item.title).join(", "),
    buyer: row.buyerKind,
    amount: toMoney(row.amountCents),
    currency: row.currency,
    paid_at: toTimeOrNull(row.paidAt),
  }));
}

/** Agent sites that do not take our callbacks. */
export async function listFailingCallbacks(take = 6): Promise<FailingCallback[]> {
  const rows = await db().$queryRaw<
    {
      siteId: number;
      site: string;
      failed: number;
      waiting: number;
      lastError: string | null;
      since: Date | null;
    }[]
  >`
    SELECT s.id AS "siteId", s.name AS site, s.callback_failing_since AS since,
      count(*) FILTER (WHERE c.status = 'failed')::int AS failed,
      count(*) FILTER (WHERE c.status = 'pending' AND c.attempt_count > 0)::int AS waiting,
      (array_agg(c.last_error ORDER BY c.id DESC) FILTER (WHERE c.last_error IS NOT NULL))[1] AS "lastError"
    FROM callbacks c JOIN sites s ON s.id = c.site_id
    WHERE c.status = 'failed' OR (c.status = 'pending' AND c.attempt_count > 0)
    GROUP BY s.id ORDER BY failed DESC, waiting DESC LIMIT ${take}`;
  return rows.map((row) => ({
    site_id: row.siteId,
    site: row.site,
    failed: row.failed,
    waiting: row.waiting,
    last_error: row.lastError,
    since: toTimeOrNull(row.since),
  }));
}
