import type pg from "pg";
import { seedCalls, seedMembers, seedPast } from "../../../tools/bench/seed-history";

/** Owners of a shop's past. */
export interface PastOf {
  sku: { id: number; productId: number };
  channelId: number;
}

/** Rows `from` to `to` of what the seeds of the bench leave out. */
async function seedBesides(
  client: pg.Client,
  { channelId }: PastOf,
  from: number,
  to: number,
): Promise<void> {
  const range = `generate_series(${from}, ${to - 1}) AS n`;
  const old = "now() - interval '40 days' - n * interval '1 minute'";
  await client.query(`
    SET session_replication_role = replica;
    INSERT INTO mails (kind, recipient, subject, text_sealed, html_sealed, status, reference, dedupe_key, created_at, sent_at)
    SELECT 'order_delivered', 'sold-' || n || '@example.com', 'Old', '', '', 'sent', 'KSOLD' || n, 'old:' || n, ${old}, ${old} FROM ${range};
    INSERT INTO audit_logs (actor, action, target, data, prev_hash, hash, created_at)
    SELECT 'bench', 'order.reveal', 'order:' || n, '{}', '', '', ${old} FROM ${range};
    INSERT INTO alerts (kind, message, data, dedupe_key, created_at, last_seen_at, resolved_at)
    SELECT 'order.late_payment', 'Old', '{}', 'old:' || n, ${old}, ${old}, ${old} FROM ${range};
    INSERT INTO notification_deliveries (channel_id, kind, event_count, message, status, created_at, sent_at)
    SELECT 1, 'sale', 1, '{"title":"Old","rows":[],"url":"","kind":"sale","count":1,"at":""}', 'sent', ${old}, ${old} FROM ${range};
    INSERT INTO sync_runs (connection_id, trigger, started_at, finished_at)
    SELECT 1, 'schedule', ${old}, ${old} FROM ${range};
    INSERT INTO payment_events (channel_id, source, verdict, dedupe_key, created_at)
    SELECT ${channelId}, 'notification', 'accepted', 'old:' || n, ${old} FROM ${range};
    INSERT INTO callback_attempts (callback_id, attempt_no, http_status, latency_ms, nonce, created_at)
    SELECT id, 1, 200, 5, gen_random_uuid(), created_at FROM callbacks WHERE id > ${from} AND id <= ${to};
    INSERT INTO purchases (connection_id, order_item_id, upstream_product_id, upstream_sku_id, quantity, downstream_order_no, upstream_order_no,
      amount_cents, currency, status, question, paid_at, delivered_at, created_at, updated_at)
    SELECT 1, i.id, 12, 34, 1, o.order_no, 'U' || i.id, 500, 'USD',
      CASE n % 50 WHEN 0 THEN 'failed' WHEN 1 THEN 'refunded' ELSE 'delivered' END::purchase_status,
      CASE WHEN n = 0 THEN 'paid' END, o.paid_at, o.paid_at, o.created_at, o.created_at
    FROM (SELECT row_number() OVER (ORDER BY id) - 1 AS n, * FROM order_items) AS i JOIN orders o ON o.id = i.order_id
    WHERE n >= ${from} AND n < ${to};
    SET session_replication_role = origin`);
}

/** Adds rows to every table that grows with sales, visits and calls, from so many to so many of each. */
export async function growPast(client: pg.Client, past: PastOf, from: number, to: number): Promise<void> {
  await seedPast({ skus: [past.sku], channelId: past.channelId, days: 365 }, to, from);
  await seedMembers(to, from);
  await seedCalls(to, from);
  await seedBesides(client, past, from, to);
  await client.query("VACUUM ANALYZE");
}
