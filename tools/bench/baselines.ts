import { createHash, randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { connections } from "./load";

/** A pool as large as the load, so that the baseline waits for the database and not for a connection. */
export const openPool = (url: string) => new pg.Pool({ connectionString: url, max: connections });

async function transaction(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await run(client);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Takes from the shop's workers what no flow measures: the jobs of a baseline, which have no worker and would be read past
 * by each question for jobs, and the questions about unpaid payments to a gateway that does not exist, which fall due in the
 * middle of a flow on a slow machine.
 */
export async function quietWorkers(pool: pg.Pool): Promise<void> {
  await pool.query(
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier IN ('bench.nothing', 'payment.query')`,
  );
  await pool.query("UPDATE payments SET next_query_at = NULL WHERE next_query_at IS NOT NULL");
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

export interface BareOrder {
  /** It begins a payment through this channel in the same transaction. */
  channelId?: number;
  /** It is an agent's, with the call's nonce and log row, instead of a guest's. */
  siteId?: number;
}

const isoTime = () => new Date().toISOString();

/** Each in a commit of its own, as a signed call has them. */
const nonce = (pool: pg.Pool) =>
  pool.query(
    `INSERT INTO nonces (scope, nonce, expires_at) VALUES ('bench', $1, now() + interval '10 minutes')`,
    [randomUUID()],
  );
const requestLog = (pool: pg.Pool, siteId: number) =>
  pool.query(
    `INSERT INTO request_logs (site_id, method, path, http_status, status_code, latency_ms, is_signature_valid, request_id,
       order_no, details, created_at)
     VALUES ($1, 'POST', '/api/v1/upstream/orders', 200, 0, 1, true, $2, $2, '{}', $3)`,
    [siteId, randomUUID(), isoTime()],
  );

/**
 * The rows that an order cannot do without: order, item, fulfillment, token (or the agent's row), event, reserved key,
 * counter; with a payment its row and the job that asks the gateway.
 */
export function bareOrder(
  pool: pg.Pool,
  skus: readonly { id: number; productId: number }[],
  { channelId, siteId }: BareOrder = {},
) {
  return async (): Promise<void> => {
    const sku = pick(skus);
    if (siteId) await nonce(pool);
    await transaction(pool, async (client) => {
      const order = await client.query(
        `INSERT INTO orders (order_no, buyer_kind, site_id, email, currency, original_cents, amount_cents, expire_at, updated_at)
         VALUES ($1, $2, $3, $4, 'USD', 990, 990, now() + interval '15 minutes', now()) RETURNING id`,
        [
          randomBytes(10).toString("hex"),
          siteId ? "site" : "guest",
          siteId ?? null,
          siteId ? null : `${randomBytes(6).toString("hex")}@example.com`,
        ],
      );
      const orderId: number = order.rows[0].id;
      const item = await client.query(
        `INSERT INTO order_items (order_id, position, product_id, sku_id, slug, title, quantity, unit_price_cents, total_cents, delivery, auto_secret_kind)
         VALUES ($1, 1, $2, $3, 'bench', 'Bench', 1, 990, 990, 'auto', 'card_key') RETURNING id`,
        [orderId, sku.productId, sku.id],
      );
      await client.query(`INSERT INTO fulfillments (order_item_id, updated_at) VALUES ($1, now())`, [
        item.rows[0].id,
      ]);
      const hash = createHash("sha256").update(randomBytes(32)).digest();
      if (siteId)
        await client.query(
          `INSERT INTO site_orders (order_id, site_id, downstream_order_no, content_hash, settlement_mode)
           VALUES ($1, $2, $3, $4, 'trust')`,
          [orderId, siteId, randomUUID(), hash],
        );
      else
        await client.query(`INSERT INTO guest_tokens (token_hash, order_id) VALUES ($1, $2)`, [
          hash,
          orderId,
        ]);
      await client.query(`INSERT INTO order_events (order_id, kind, actor) VALUES ($1, 'created', 'bench')`, [
        orderId,
      ]);
      const claimed = await client.query(
        `UPDATE secrets SET status = 'reserved', order_item_id = $1 WHERE id IN (
           SELECT id FROM secrets WHERE sku_id = $2 AND status = 'available' ORDER BY id + 0 LIMIT 1 FOR UPDATE SKIP LOCKED)`,
        [item.rows[0].id, sku.id],
      );
      if (claimed.rowCount !== 1) throw new Error("sold out");
      await client.query(
        `UPDATE sku_stocks SET available = available - 1, reserved = reserved + 1 WHERE sku_id = $1`,
        [sku.id],
      );
      if (channelId) {
        await client.query(
          `INSERT INTO payments (payment_no, purpose, order_id, channel_id, amount_cents, currency, pay_url, expires_at, next_query_at)
           VALUES ($1, 'order', $2, $3, 990, 'USD', $4, now() + interval '15 minutes', now() + interval '15 seconds')`,
          [
            randomBytes(10).toString("hex"),
            orderId,
            channelId,
            `http://gateway.example/pay/${"x".repeat(300)}`,
          ],
        );
        await client.query(
          `SELECT graphile_worker.add_job('bench.nothing', '{}'::json, run_at => now() + interval '1 hour')`,
        );
      }
    });
    if (siteId) await requestLog(pool, siteId);
  };
}

/** The rows that paying and delivering cannot do without: order, payment, event, key, hand-over, counter, ledger, job. */
export function bareDelivery(
  pool: pg.Pool,
  orders: { orderId: number; itemId: number; fulfillmentId: number; skuId: number }[],
  { siteId }: { siteId?: number } = {},
) {
  return async (): Promise<void> => {
    const order = orders.pop();
    if (!order) throw new Error("no order left");
    if (siteId) await nonce(pool);
    await transaction(pool, async (client) => {
      await client.query(`SELECT id FROM orders WHERE id = $1 FOR UPDATE`, [order.orderId]);
      await client.query(
        `UPDATE orders SET status = 'delivered', payment_status = 'paid', fulfillment_status = 'ready', paid_at = now(), delivered_at = now() WHERE id = $1`,
        [order.orderId],
      );
      await client.query(
        `INSERT INTO payment_events (source, verdict, dedupe_key) VALUES ('notification', 'accepted', $1)`,
        [randomBytes(10).toString("hex")],
      );
      await client.query(
        `INSERT INTO order_events (order_id, kind, actor) VALUES ($1, 'paid', 'bench'), ($1, 'delivered', 'bench')`,
        [order.orderId],
      );
      await client.query(
        `WITH sold AS (UPDATE secrets SET status = 'sold' WHERE order_item_id = $1 RETURNING id)
         INSERT INTO fulfillment_secrets (fulfillment_id, secret_id) SELECT $2, id FROM sold`,
        [order.itemId, order.fulfillmentId],
      );
      await client.query(`UPDATE fulfillments SET status = 'ready', delivered_at = now() WHERE id = $1`, [
        order.fulfillmentId,
      ]);
      await client.query(
        `INSERT INTO ledger_transfers (transfer_no, type, reason_key) VALUES ($1, 'order_pay', $1)`,
        [randomBytes(10).toString("hex")],
      );
      await client.query(
        `SELECT graphile_worker.add_job('bench.nothing', '{}'::json), graphile_worker.add_job('bench.nothing', '{}'::json)`,
      );
      await client.query(`UPDATE sku_stocks SET reserved = reserved - 1, sold = sold + 1 WHERE sku_id = $1`, [
        order.skuId,
      ]);
    });
    if (siteId) await requestLog(pool, siteId);
  };
}
