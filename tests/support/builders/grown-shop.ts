import pg from "pg";
import { recordTables } from "@/lib/content/sql";
import { db, directAddress } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { listReviews } from "@/lib/orders/reviews/admin-queries";
import { listShownReviews } from "@/lib/orders/reviews/queries";
import { aCategory, addKeys, aProduct } from "./products";
import { aConnection } from "./sites";

/** Rows that acts of staff write, or that are told apart by time alone. */
const others: readonly string[] = ["audit_logs", "operator_events", "shop_events"];

/** Tables that grow with every sale, visit or call: none of them may be read from one end to the other. */
export const growingTables: string[] = recordTables.filter((table) => !others.includes(table));

/** Reads the reviews as pages of the shop and of the admin do. */
export async function readReviews(productId: number): Promise<void> {
  const page = { page: 1, per_page: 20 };
  await listShownReviews(productId, page);
  for (const asked of [{}, { status: "waiting" as const }, { product_id: productId }])
    await listReviews({ ...page, ...asked });
}

/** On a session without the shop's time limits: a busy machine needs longer for a year of rows than a request may take. */
async function write(...query: Parameters<typeof Prisma.sql>): Promise<void> {
  const { text, values } = Prisma.sql(...query);
  const client = new pg.Client({ connectionString: directAddress() });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

interface Sku {
  id: number;
  productId: number;
}

/** Keys that were sold long ago, each in a delivered and paid order of its own. */
async function sell(skus: readonly Sku[], each: number, channelId: number): Promise<void> {
  const ids = skus.map(({ id }) => id);
  const products = skus.map(({ productId }) => productId);
  await write`
    WITH numbered AS (
      SELECT sku_id, product_id, n, nextval('orders_id_seq')::int AS order_id, nextval('order_items_id_seq')::int AS item_id
      FROM unnest(${ids}::int[], ${products}::int[]) AS skus (sku_id, product_id), generate_series(1, ${each}::int) AS n),
    placed AS (
      INSERT INTO orders (id, order_no, buyer_kind, email, currency, status, payment_status, fulfillment_status,
        original_cents, amount_cents, expire_at, paid_at, delivered_at, created_at, updated_at)
      SELECT order_id, 'OLD' || order_id, 'guest', 'old-' || order_id || '@example.com', 'USD', 'delivered', 'paid', 'ready',
        990, 990, now(), old, old, old, old
      FROM numbered, LATERAL (SELECT now() - order_id * interval '2 minutes' AS old) AS times RETURNING id),
    items AS (
      INSERT INTO order_items (id, order_id, position, product_id, sku_id, slug, title, quantity, unit_price_cents,
        total_cents, delivery, auto_secret_kind)
      SELECT item_id, order_id, 1, product_id, sku_id, 'old', 'Old', 1, 990, 990, 'auto', 'card_key' FROM numbered
      RETURNING id),
    handed AS (
      INSERT INTO fulfillments (order_item_id, status, delivered_at, updated_at)
      SELECT item_id, 'ready', now(), now() FROM numbered RETURNING id),
    events AS (
      INSERT INTO order_events (order_id, kind, actor) SELECT order_id, 'delivered', 'seed' FROM numbered),
    paid AS (
      INSERT INTO payments (payment_no, purpose, order_id, channel_id, amount_cents, currency, state, trade_no, expires_at,
        paid_at, created_at)
      SELECT 'OLDP' || order_id, 'order', order_id, ${channelId}::int, 990, 'USD', 'paid', 'OLDT' || order_id, now(),
        now() - order_id * interval '2 minutes', now() - order_id * interval '2 minutes'
      FROM numbered),
    mailed AS (
      INSERT INTO mails (kind, recipient, subject, text_sealed, html_sealed, status, reference, dedupe_key, created_at)
      SELECT 'order_delivered', 'old-' || order_id || '@example.com', 'Old', '', '', 'sent', 'OLD' || order_id,
        'old:' || order_id, now() - order_id * interval '1 minute'
      FROM numbered)
    INSERT INTO secrets (sku_id, status, order_item_id, content_sealed, content_hash)
    SELECT sku_id, 'sold', item_id, '', sha256(('old ' || sku_id || ' ' || n)::bytea) FROM numbered`;
}

/** Fills the tables beside orders and payments: as many rows as sales. */
async function fillBesides(channelId: number): Promise<void> {
  await write`
    INSERT INTO fulfillment_secrets (fulfillment_id, secret_id)
    SELECT f.id, s.id FROM fulfillments f JOIN secrets s ON s.order_item_id = f.order_item_id`;
  await write`
    INSERT INTO guest_tokens (token_hash, order_id) SELECT sha256(order_no::bytea), id FROM orders`;
  await write`
    INSERT INTO payment_events (channel_id, payment_id, source, verdict, dedupe_key, created_at)
    SELECT ${channelId}::int, id, 'notification', 'accepted', 'old:' || id, created_at FROM payments`;
  await write`
    INSERT INTO users (email, nickname, password_hash, created_at, updated_at)
    SELECT 'member-' || n || '@example.com', 'Member', '-', now(), now() FROM generate_series(1, 10000) AS n`;
  await write`
    INSERT INTO login_logs (email, ip, user_agent, result, created_at)
    SELECT 'member-' || n || '@example.com', '192.0.2.1', 'test', 'success', now() - n * interval '1 minute'
    FROM generate_series(1, 10000) AS n`;
  await write`
    INSERT INTO idempotency_keys (owner, key, params_hash, created_at)
    SELECT 'guest:old', 'key-' || n, '', now() FROM generate_series(1, 10000) AS n`;
  await write`
    INSERT INTO refunds (refund_no, order_id, amount_cents, method, status, created_at, done_at)
    SELECT 'OLDR' || id, id, 1, 'manual', 'done', created_at, created_at FROM orders WHERE id % 3 = 0`;
  await write`
    INSERT INTO licenses (public_id, order_item_id, position, sku_id, key_sealed, key_hash, product, plan, max_devices, offline_days,
      expires_at, created_at)
    SELECT 'OLDL' || id, id, 1, sku_id, '', sha256(('license ' || id)::bytea), 'old', '', 1, 30,
      now() + (id / 8 % 800 - 400) * interval '1 day', now() - interval '400 days'
    FROM order_items WHERE id % 8 = 0`;
  await write`
    INSERT INTO living_accesses (fulfillment_id, sku_id, given_at, ends_at, ended_at, told_number)
    SELECT f.id, i.sku_id, now() - interval '400 days', at, at, 1
    FROM fulfillments f JOIN order_items i ON i.id = f.order_item_id,
      LATERAL (SELECT now() + (f.id / 8 % 800 - 400) * interval '1 day' AS at) AS ends WHERE f.id % 8 = 1`;
  // The trigger would write the sums of one product once for each row, and find them behind all that it wrote before.
  await write`ALTER TABLE reviews DISABLE TRIGGER USER`;
  await write`
    INSERT INTO reviews (order_id, product_id, stars, status, written_at)
    SELECT order_id, product_id, 1 + id % 5, CASE id % 500 WHEN 0 THEN 'waiting' ELSE 'shown' END::review_status, now()
    FROM order_items`;
  await write`
    INSERT INTO product_ratings (product_id, count, star_sum)
    SELECT product_id, count(*), sum(stars) FROM reviews WHERE status = 'shown' GROUP BY product_id`;
  await write`ALTER TABLE reviews ENABLE TRIGGER USER`;
  const { id: connectionId } = await aConnection({
    key: "grown",
    secret: "grown",
    baseUrl: "https://main.example",
  });
  await write`
    INSERT INTO purchases (connection_id, order_item_id, upstream_product_id, upstream_sku_id, quantity, downstream_order_no,
      upstream_order_no, amount_cents, currency, status, question, paid_at, delivered_at, created_at, updated_at)
    SELECT ${connectionId}::int, i.id, 12, 34, 1, o.order_no, 'U' || i.id, 500, 'USD',
      CASE i.id % 1000 WHEN 0 THEN 'awaiting_goods' WHEN 1 THEN 'failed' ELSE 'delivered' END::purchase_status,
      CASE i.id % 1000 WHEN 1 THEN 'paid' END, o.paid_at, o.paid_at, o.created_at, o.created_at
    FROM order_items i JOIN orders o ON o.id = i.order_id WHERE i.id % 2 = 0 OR i.id % 1000 = 1`;
  await write`
    WITH clearing AS (
      INSERT INTO ledger_accounts (kind, currency) VALUES ('shop_clearing', 'USD'), ('shop_revenue', 'USD')
      ON CONFLICT DO NOTHING RETURNING id, kind),
    moved AS (
      INSERT INTO ledger_transfers (transfer_no, type, reason_key, reference)
      SELECT 'OLDL' || n, 'order_pay', 'old:' || n, 'OLD' || n FROM generate_series(1, 4000) AS n RETURNING id)
    INSERT INTO ledger_entries (transfer_id, account_id, amount_cents)
    SELECT moved.id, clearing.id, CASE clearing.kind WHEN 'shop_clearing' THEN -990 ELSE 990 END FROM moved, clearing`;
}

/** Free keys that nobody opens. With as many of them as sold ones, a planner expects one at once wherever it begins. */
async function addStock(skuId: number, count: number): Promise<void> {
  await write`
    INSERT INTO secrets (sku_id, content_sealed, content_hash)
    SELECT ${skuId}::int, '', sha256(('free ' || n)::bytea) FROM generate_series(1, ${count}::int) AS n`;
  await write`UPDATE sku_stocks SET available = available + ${count}::int WHERE sku_id = ${skuId}::int`;
}

/**
 * A shop after years: one SKU with as many keys sold as free, and many SKUs of which each has sold some and has few left.
 * The planner is told of it.
 */
export async function aGrownShop(channelId: number): Promise<{ one: Sku; ofMany: Sku }> {
  const one = await aProduct();
  const { id: categoryId } = await aCategory();
  const product = await aProduct({ product: { categoryId } });
  const productId = product.product.id;
  await write`
    INSERT INTO skus (product_id, code, name, price_cents, created_at, updated_at)
    SELECT ${productId}::int, 'MANY-' || n, 'Many', 990, now(), now() FROM generate_series(1, 1000) AS n`;
  await write`
    INSERT INTO sku_stocks (sku_id) SELECT id FROM skus WHERE code LIKE 'MANY-%'`;
  const many = await db().sku.findMany({ where: { code: { startsWith: "MANY-" } }, orderBy: { id: "asc" } });
  await sell([{ id: one.sku.id, productId: one.product.id }], 20_000, channelId);
  await sell(
    many.map(({ id }) => ({ id, productId })),
    20,
    channelId,
  );
  await fillBesides(channelId);
  const last = many.at(-1);
  if (!last) throw new Error("No SKU was made");
  await addKeys(one.sku.id, 60);
  await addStock(one.sku.id, 20_000);
  await addKeys(last.id, 5);
  // The estimate for the beginning of an address hangs on a sample otherwise, and the plan on chance.
  await write`ALTER TABLE orders ALTER email SET STATISTICS 10000`;
  await write`VACUUM ANALYZE`;
  return {
    one: { id: one.sku.id, productId: one.product.id },
    ofMany: { id: last.id, productId },
  };
}
