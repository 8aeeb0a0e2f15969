import { now } from "../core/clock";
import { db } from "../db/client";
import { Prisma } from "../db/generated/client";

const idIn = Prisma.sql`nullif(split_part(a.reference, ':', 2), '')::int`;
const orderNo = Prisma.sql`split_part(a.reference, '-', 1)`;

/** When the reason of an alert is gone, by kind. What is not listed only a person can call done. */
const endings: readonly (readonly [kinds: readonly string[], isOver: Prisma.Sql])[] = [
  [
    ["order.failed", "purchase.failed"],
    Prisma.sql`EXISTS (SELECT FROM orders o WHERE o.order_no = ${orderNo}
      AND (o.fulfillment_status NOT IN ('failed', 'processing') OR o.payment_status NOT IN ('paid', 'partially_refunded')))`,
  ],
  [
    ["stock.low", "stock.out"],
    Prisma.sql`NOT EXISTS (SELECT FROM sku_stocks k JOIN skus s ON s.id = k.sku_id JOIN products p ON p.id = s.product_id
      WHERE s.id = ${idIn} AND p.status = 'active' AND s.is_active AND s.source = 'local' AND NOT k.is_unlimited
        AND k.available <= p.low_stock_at)`,
  ],
  [
    ["payment_channel.unusable"],
    Prisma.sql`NOT EXISTS (SELECT FROM payment_channels c WHERE c.id = ${idIn} AND c.is_active AND c.updated_at <= a.last_seen_at)`,
  ],
  [
    ["connection.sync_failed"],
    Prisma.sql`NOT EXISTS (SELECT FROM connections c WHERE c.id = ${idIn} AND c.status = 'active' AND c.last_sync_error IS NOT NULL)`,
  ],
  [
    ["upstream.below_cost"],
    Prisma.sql`NOT EXISTS (SELECT FROM sku_mappings m WHERE m.sku_id = ${idIn} AND m.paused_at IS NOT NULL)`,
  ],
  [
    ["purchase.delayed"],
    Prisma.sql`NOT EXISTS (SELECT FROM purchases p WHERE p.downstream_order_no = a.reference AND p.status IN ('paying', 'awaiting_goods'))`,
  ],
  [
    ["callback.disabled"],
    Prisma.sql`NOT EXISTS (SELECT FROM sites s WHERE s.id = ${idIn} AND s.callback_disabled_at IS NOT NULL)`,
  ],
  [
    ["callback.failed"],
    Prisma.sql`NOT EXISTS (SELECT FROM callbacks c WHERE c.id = ${idIn} AND c.status = 'failed')`,
  ],
  [
    ["notification.failed"],
    Prisma.sql`NOT EXISTS (SELECT FROM notification_channels c WHERE c.id = ${idIn} AND c.is_enabled AND c.failing_since IS NOT NULL)`,
  ],
];

const isOver = Prisma.sql`CASE ${Prisma.join(
  endings.map(([kinds, ending]) => Prisma.sql`WHEN a.kind = ANY (${kinds}::text[]) THEN ${ending}`),
  " ",
)} ELSE false END`;

/** Resolves every open alert whose reason is gone. There are few of them, and each condition is one look by a key. */
export async function settleAlerts(): Promise<number> {
  return db().$executeRaw`
    UPDATE alerts a SET resolved_at = ${now()} WHERE a.resolved_at IS NULL AND ${isOver}`;
}
