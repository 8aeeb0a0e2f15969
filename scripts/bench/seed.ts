import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { writeChannelSettings } from "@/lib/payments/channel-account";
import { epaySettings } from "@/lib/payments/providers/epay/epay";
import { storeSecrets } from "@/lib/stock/import-secrets";

export const merchant = { pid: "1001", key: "bench-merchant-key-5f1c" };

export interface BenchCatalogue {
  skus: { id: number; productId: number }[];
  slug: string;
  channelId: number;
}

const products = 24;
/** `BENCH_SOLD=40000 npm run bench`: how many keys of each SKU were sold before. */
const soldPerSku = Number(process.env.BENCH_SOLD ?? 4000);
const longImport = { timeout: 600_000 };

export const addSecrets = (skuId: number, count: number, label: string): Promise<unknown> =>
  inTransaction(
    (tx) =>
      storeSecrets(tx, {
        skuId,
        lines: Array.from({ length: count }, (_, n) => `${label}-${n}`),
        note: label,
        staffId: null,
      }),
    longImport,
  );

/** Keys that were sold before: the lowest ids of every SKU, as in a shop that has been open for a while. */
async function sellKeys(skus: BenchCatalogue["skus"], each: number): Promise<void> {
  await db().$executeRaw`
    WITH numbered AS (
      SELECT sku_id, product_id, nextval('orders_id_seq')::int AS order_id, nextval('order_items_id_seq')::int AS item_id
      FROM unnest(${skus.map(({ id }) => id)}::int[], ${skus.map(({ productId }) => productId)}::int[])
        AS skus (sku_id, product_id), generate_series(1, ${each}::int)),
    placed AS (
      INSERT INTO orders (id, order_no, buyer_kind, email, currency, status, payment_status, fulfillment_status,
        original_cents, amount_cents, expire_at, paid_at, delivered_at, updated_at)
      SELECT order_id, 'SOLD' || order_id, 'guest', 'sold-' || order_id || '@example.com', 'USD', 'delivered', 'paid',
        'ready', 990, 990, now(), now(), now(), now()
      FROM numbered),
    items AS (
      INSERT INTO order_items (id, order_id, position, product_id, sku_id, slug, title, quantity, unit_price_cents,
        total_cents, delivery, auto_secret_kind)
      SELECT item_id, order_id, 1, product_id, sku_id, 'bench', 'Bench', 1, 990, 990, 'auto', 'card_key' FROM numbered),
    handed AS (
      INSERT INTO fulfillments (order_item_id, status, delivered_at, updated_at)
      SELECT item_id, 'ready', now(), now() FROM numbered)
    INSERT INTO secrets (sku_id, status, order_item_id, content_sealed, content_hash)
    SELECT sku_id, 'sold', item_id, '', sha256(('sold ' || item_id)::bytea) FROM numbered`;
}

export async function seedCatalogue(keysPerSku: number): Promise<BenchCatalogue> {
  const category = await db().category.create({ data: { slug: "bench", name: "Bench" } });
  const skus: BenchCatalogue["skus"] = [];
  for (let n = 1; n <= products; n++) {
    const product = await db().product.create({
      data: {
        categoryId: category.id,
        slug: `bench-${n}`,
        title: `Bench product ${n}`,
        summary: "What a product says of itself in one line of a list.",
        description: "<p>What a product says of itself on its own page.</p>".repeat(10),
        status: "active",
        autoSecretKind: "card_key",
        priceCents: 990n,
        skus: { create: { code: "ONE", name: "One", priceCents: 990n, stock: { create: {} } } },
      },
      include: { skus: true },
    });
    for (const sku of product.skus) {
      skus.push({ id: sku.id, productId: product.id });
    }
  }
  // A shop sells before it is measured: with many keys sold and few free, a claim must not read the sold ones.
  await sellKeys(skus, soldPerSku);
  for (const { id } of skus) await addSecrets(id, keysPerSku, `key-${id}`);
  await db().$executeRaw`VACUUM ANALYZE`;
  const channelId = await inTransaction(async (tx) => {
    const data = {
      name: "Bench",
      provider: "epay",
      interaction: "redirect",
      configSealed: new Uint8Array(0),
      isActive: true,
    };
    const channel = await tx.paymentChannel.create({ data });
    const settings = {
      ...merchant,
      gateway_url: "http://127.0.0.1:9/",
      currency: "USD",
      confirm_by_query: false,
    };
    await writeChannelSettings(tx, channel.id, epaySettings.parse(settings));
    return channel.id;
  });
  return { skus, slug: "bench-1", channelId };
}
