import { addSeconds, now } from "../core/clock";
import { Prisma } from "../db/generated/client";

const hour = 3600;
const week = 7 * 24 * hour;

/** Purchases and upstream orders of the last minutes are under way, not waiting for anybody. */
const upstreamPatience = 5 * 60;
export const refusedTries = 3;

/** What an alert repeats that the list finds by itself. */
const covered = [
  "order.failed",
  "stock.low",
  "stock.out",
  "mail.failed",
  "callback.failed",
  "purchase.failed",
  "purchase.delayed",
];

/**
 * Every task there is now: its kind, key, what it is about and since when. Each branch reads by an index what is still to
 * be done, so a task leaves the list when its reason does.
 */
export const taskRows = () => Prisma.sql`
  SELECT CASE o.fulfillment_status WHEN 'failed' THEN 'order.failed' WHEN 'held' THEN 'order.held'
      ELSE CASE WHEN EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id AND i.source = 'local')
        THEN 'order.by_hand' ELSE 'order.upstream' END END AS kind,
    o.order_no AS reference, o.paid_at AS since, 1 AS count, NULL::text AS detail, NULL::text AS title, NULL::int AS alert_id
  FROM orders o
  WHERE o.fulfillment_status IN ('failed', 'held', 'processing') AND o.payment_status IN ('paid', 'partially_refunded')
    AND (o.fulfillment_status <> 'processing' OR o.paid_at < ${addSeconds(now(), -upstreamPatience)}
      OR EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id AND i.source = 'local'))
  UNION ALL
  SELECT 'refund.pending', o.order_no || ':' || r.refund_no, r.created_at, 1, r.amount_cents::text, NULL, NULL
  FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.status = 'pending'
  UNION ALL
  SELECT 'mail.refused', 'mails', min(m.created_at), count(*)::int, max(m.last_error), NULL, NULL
  FROM mails m WHERE m.status = 'failed' OR (m.status = 'queued' AND m.attempts >= ${refusedTries}) HAVING count(*) > 0
  UNION ALL
  SELECT 'purchase.failed', p.downstream_order_no, p.updated_at, 1, p.last_error, i.title, NULL
  FROM purchases p JOIN order_items i ON i.id = p.order_item_id JOIN orders o ON o.id = i.order_id
  WHERE p.status = 'failed' AND p.updated_at > ${addSeconds(now(), -week)} AND o.payment_status IN ('paid', 'partially_refunded')
    AND o.fulfillment_status NOT IN ('ready', 'failed', 'revoked')
  UNION ALL
  SELECT 'callback.failed', c.site_id::text, min(c.created_at), count(*)::int, NULL, max(s.name), NULL
  FROM callbacks c JOIN sites s ON s.id = c.site_id WHERE c.status = 'failed' GROUP BY c.site_id
  UNION ALL
  SELECT CASE WHEN k.available = 0 THEN 'stock.out' ELSE 'stock.low' END, s.id::text, k.changed_at, k.available, NULL,
    p.title || CASE WHEN s.name = '' THEN '' ELSE ' · ' || s.name END, NULL
  FROM sku_stocks k JOIN skus s ON s.id = k.sku_id JOIN products p ON p.id = s.product_id
  WHERE p.status = 'active' AND s.is_active AND s.source = 'local' AND NOT k.is_unlimited AND k.available <= p.low_stock_at
  UNION ALL
  SELECT 'alert', a.id::text, a.last_seen_at, a.count, NULL, NULL, a.id
  FROM alerts a WHERE a.resolved_at IS NULL AND a.kind <> ALL (${covered}::text[])`;
