import { type RawBuilder, type SqlBool, sql } from "kysely";
import { now } from "../../core/clock";
import { db } from "../../db/client";
import { alertPrefixes } from "../../notifications/alerts/alert-texts";

const beginsWithOneOf = (prefixes: readonly string[]) =>
  sql<SqlBool>`EXISTS (SELECT FROM unnest(${prefixes}::text[]) AS prefix WHERE starts_with(a.kind, prefix))`;

/** SQL: whether the alert `a` belongs to one of these areas. */
export function alertsOfAreas(areas: readonly string[]): RawBuilder<SqlBool> {
  const prefixes = alertPrefixes(areas);
  return "only" in prefixes
    ? beginsWithOneOf(prefixes.only)
    : sql<SqlBool>`NOT ${beginsWithOneOf(prefixes.not)}`;
}

const idIn = sql`nullif(split_part(a.reference, ':', 2), '')::int`;
const orderNo = sql`split_part(a.reference, '-', 1)`;

/** When the reason of an alert is gone, by kind. What is not listed only a person can call done. */
const endings: readonly (readonly [kinds: readonly string[], isOver: RawBuilder<unknown>])[] = [
  [
    ["order.failed", "purchase.failed"],
    sql`EXISTS (SELECT FROM orders o WHERE o.order_no = ${orderNo}
      AND (o.fulfillment_status NOT IN ('failed', 'processing') OR o.payment_status NOT IN ('paid', 'partially_refunded')))`,
  ],
  [
    ["stock.low", "stock.out"],
    sql`NOT EXISTS (SELECT FROM sku_stocks k JOIN skus s ON s.id = k.sku_id JOIN products p ON p.id = s.product_id
      WHERE s.id = ${idIn} AND p.status = 'active' AND s.is_active AND s.source = 'local' AND NOT k.is_unlimited
        AND k.available <= p.low_stock_at)`,
  ],
  [
    // Money that a guest overpaid is a refund to make; a member's went to the balance, and there is nothing to wait for.
    ["payment.overpaid"],
    sql`a.data ->> 'isGuest' = 'true' AND NOT EXISTS (SELECT FROM refunds r JOIN orders o ON o.id = r.order_id
      WHERE o.order_no = a.reference AND r.status <> 'done')`,
  ],
  [
    ["payment_channel.unusable"],
    sql`NOT EXISTS (SELECT FROM payment_channels c WHERE c.id = ${idIn} AND c.is_active AND c.updated_at <= a.last_seen_at)`,
  ],
  [
    ["connection.sync_failed"],
    sql`NOT EXISTS (SELECT FROM connections c WHERE c.id = ${idIn} AND c.status = 'active' AND c.last_sync_error IS NOT NULL)`,
  ],
  [
    ["upstream.below_cost"],
    sql`NOT EXISTS (SELECT FROM sku_mappings m WHERE m.sku_id = ${idIn} AND m.paused_at IS NOT NULL)`,
  ],
  [
    ["purchase.delayed"],
    sql`NOT EXISTS (SELECT FROM purchases p WHERE p.downstream_order_no = a.reference AND p.status IN ('paying', 'awaiting_goods'))`,
  ],
  [
    ["purchase.doubtful", "purchase.repeated", "purchase.differs", "purchase.changed"],
    sql`NOT EXISTS (SELECT FROM purchases p WHERE p.downstream_order_no = a.reference AND (p.question IS NOT NULL OR p.stopped IS NOT NULL))`,
  ],
  [
    ["callback.disabled"],
    sql`NOT EXISTS (SELECT FROM sites s WHERE s.id = ${idIn} AND s.callback_disabled_at IS NOT NULL)`,
  ],
  [
    ["callback.failed"],
    sql`NOT EXISTS (SELECT FROM callbacks c WHERE c.id = ${idIn} AND c.status = 'failed')`,
  ],
  [
    ["notification.failed"],
    sql`NOT EXISTS (SELECT FROM notification_channels c WHERE c.id = ${idIn} AND c.is_enabled AND c.failing_since IS NOT NULL)`,
  ],
];

const isOver = sql`CASE ${sql.join(
  endings.map(([kinds, ending]) => sql`WHEN a.kind = ANY (${kinds}::text[]) THEN ${ending}`),
  sql` `,
)} ELSE false END`;

/** Resolves every open alert whose reason is gone. There are few of them, and each condition is one look by a key. */
export const resolveEndedAlerts = () =>
  sql`UPDATE alerts a SET resolved_at = ${now()} WHERE a.resolved_at IS NULL AND ${isOver}`.execute(db().sql);
