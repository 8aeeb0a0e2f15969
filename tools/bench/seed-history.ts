import pg from "pg";
import { db } from "@/lib/db/client";
import { inTransaction, type Tx } from "@/lib/db/transaction";

const perStatement = 20_000;
const long = { timeout: 300_000 };

export interface BenchSku {
  id: number;
  productId: number;
}

/** Owners of the orders of a shop's past. */
export interface Past {
  skus: BenchSku[];
  channelId?: number;
  /** Number of days over which they are spread evenly. */
  days: number;
}

/**
 * Orders that were placed, paid and delivered before, each with the rows that it left: item, fulfillment, sold key,
 * payment, events, ledger. Written as rows, because a million real purchases take hours.
 */
async function insertPast(
  tx: Tx,
  { skus, channelId, days }: Past,
  count: number,
  before: number,
): Promise<void> {
  // The rows and the rows to which they refer are in the same statement: to check each of ten million references takes
  // most of the time.
  await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
  await tx.$executeRaw`SET LOCAL statement_timeout = '5min'`;
  await tx.$executeRaw`
    WITH numbered AS (
      SELECT skus.sku_ids[1 + n % cardinality(skus.sku_ids)] AS sku_id,
        skus.product_ids[1 + n % cardinality(skus.sku_ids)] AS product_id,
        nextval('orders_id_seq')::int AS order_id, nextval('order_items_id_seq')::int AS item_id,
        nextval('fulfillments_id_seq')::int AS fulfillment_id, nextval('secrets_id_seq')::int AS secret_id,
        nextval('ledger_transfers_id_seq')::int AS transfer_id,
        now() - random() * ${days}::int * interval '1 day' AS at
      FROM generate_series(${before}::int, ${before + count - 1}::int) AS n,
        (SELECT ${skus.map(({ id }) => id)}::int[] AS sku_ids, ${skus.map(({ productId }) => productId)}::int[] AS product_ids) AS skus),
    placed AS (
      INSERT INTO orders (id, order_no, buyer_kind, email, currency, status, payment_status, fulfillment_status,
        original_cents, amount_cents, expire_at, paid_at, delivered_at, created_at, updated_at)
      SELECT order_id, 'KSOLD' || order_id, 'guest', 'sold-' || order_id || '@example.com', 'USD', 'delivered', 'paid',
        'ready', 990, 990, at, at, at, at, at
      FROM numbered),
    items AS (
      INSERT INTO order_items (id, order_id, position, product_id, sku_id, slug, title, quantity, unit_price_cents,
        total_cents, cost_cents, delivery, auto_secret_kind)
      SELECT item_id, order_id, 1, product_id, sku_id, 'bench', 'Bench', 1, 990, 990, 400, 'auto', 'card_key' FROM numbered),
    ready AS (
      INSERT INTO fulfillments (id, order_item_id, status, delivered_at, updated_at)
      SELECT fulfillment_id, item_id, 'ready', at, at FROM numbered),
    sold AS (
      INSERT INTO secrets (id, sku_id, status, order_item_id, content_sealed, content_hash, created_at)
      SELECT secret_id, sku_id, 'sold', item_id, '', sha256(('sold ' || item_id)::bytea), at FROM numbered),
    handed AS (
      INSERT INTO fulfillment_secrets (fulfillment_id, secret_id, created_at) SELECT fulfillment_id, secret_id, at FROM numbered),
    payment AS (
      INSERT INTO payments (payment_no, purpose, order_id, channel_id, amount_cents, currency, state, disposition, trade_no,
        expires_at, paid_at, created_at)
      SELECT 'PAST' || order_id, 'order', order_id, ${channelId ?? null}::int, 990, 'USD', 'paid', 'applied', 'TRADE' || order_id,
        at, at, at
      FROM numbered WHERE ${channelId ?? null}::int IS NOT NULL),
    history AS (
      INSERT INTO order_events (order_id, kind, actor, created_at)
      SELECT order_id, step.kind, 'bench', at FROM numbered, (VALUES ('created'), ('paid'), ('delivered')) AS step (kind)),
    transfer AS (
      INSERT INTO ledger_transfers (id, transfer_no, type, reason_key, reference, created_at)
      SELECT transfer_id, 'PAST' || order_id, 'order_pay', 'payment:PAST' || order_id, 'KSOLD' || order_id, at FROM numbered)
    INSERT INTO ledger_entries (transfer_id, account_id, amount_cents, created_at)
    SELECT transfer_id, account.id, CASE account.kind WHEN 'shop_revenue' THEN 990 ELSE -990 END, at
    FROM numbered, ledger_accounts account
    WHERE account.kind IN ('shop_revenue', 'shop_clearing') AND account.currency = 'USD'`;
}

/** The shop's own accounts, which the first sale would open. */
async function openAccounts(): Promise<void> {
  for (const kind of ["shop_revenue", "shop_clearing"] as const) {
    const isOpen = await db().ledgerAccount.findFirst({
      where: { kind, userId: null, siteId: null, currency: "USD" },
    });
    if (!isOpen) await db().ledgerAccount.create({ data: { kind, currency: "USD" } });
  }
}

/** Adds orders until `total` were placed in the past, where `before` were already. */
export async function seedPast(past: Past, total: number, before = 0): Promise<void> {
  await openAccounts();
  for (let done = before; done < total; done += perStatement)
    await inTransaction((tx) => insertPast(tx, past, Math.min(perStatement, total - done), done), long);
}

/** Adds members until there are `total`, where `before` were already. */
export async function seedMembers(total: number, before = 0): Promise<void> {
  for (let done = before; done < total; done += perStatement)
    await db().$executeRaw`
      INSERT INTO users (email, nickname, password_hash, created_at, updated_at)
      SELECT 'member-' || n || '@example.com', 'Member', 'none', now() - n * interval '1 second', now()
      FROM generate_series(${done}::int, ${Math.min(done + perStatement, total) - 1}::int) AS n`;
}

/** Adds calls of one agent, and callbacks to it, until there are `total` of each, where `before` were already. */
export async function seedCalls(total: number, before = 0): Promise<void> {
  const made = { name: "Agent of the bench", apiKey: "site_bench_growth", settlementMode: "trust" } as const;
  const known = await db().site.findUnique({ where: { apiKey: made.apiKey }, select: { id: true } });
  const site = known ?? (await db().site.create({ data: made, select: { id: true } }));
  for (let done = before; done < total; done += perStatement) {
    const last = Math.min(done + perStatement, total) - 1;
    await inTransaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = '5min'`;
      await tx.$executeRaw`
        INSERT INTO request_logs (site_id, method, path, http_status, status_code, latency_ms, is_signature_valid, request_id, ip, created_at)
        SELECT ${site.id}::int, 'GET', '/upstream/products', 200, 0, 5, true, 'bench-' || n, '192.0.2.1',
          now() - (${total}::int - n) * interval '1 minute' - interval '2 hours'
        FROM generate_series(${done}::int, ${last}::int) AS n`;
      await tx.$executeRaw`
        INSERT INTO callbacks (site_id, order_id, order_event_id, event, body_sealed, status, attempt_count, next_attempt_at, delivered_at, created_at)
        SELECT ${site.id}::int, e.order_id, e.id, 'order.fulfilled', '', 'delivered', 1, e.created_at, e.created_at, e.created_at
        FROM order_events e WHERE e.kind = 'delivered' ORDER BY e.id OFFSET ${done}::int LIMIT ${last - done + 1}::int
        ON CONFLICT DO NOTHING`;
    }, long);
  }
}

/** Vacuums tables of a million rows, which takes longer than the shop lets any statement take. */
export async function vacuum(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query("VACUUM ANALYZE");
  await client.end();
}
