import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { writeChannelSettings } from "@/lib/payments/channels/channel-account";
import { epaySettings } from "@/lib/payments/providers/epay/epay";
import { storeSecrets } from "@/lib/stock/store-secrets";
import { options } from "./options";
import { type BenchSku, seedPast } from "./seed-history";

export const merchant = { pid: "1001", key: "bench-merchant-key-5f1c" };

export interface BenchCatalogue {
  skus: BenchSku[];
  slug: string;
  channelId: number;
}

const products = 24;
const longImport = { timeout: 600_000 };

const addSecrets = (skuId: number, count: number, label: string): Promise<unknown> =>
  inTransaction(
    (tx) =>
      storeSecrets(tx, {
        skuId,
        keys: Array.from({ length: count }, (_, n) => ({ content: `${label}-${n}` })),
        note: label,
        staffId: null,
      }),
    longImport,
  );

export async function seedCatalogue(): Promise<BenchCatalogue> {
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
  await seedPast({ skus, days: 1 }, options.sold * skus.length);
  for (const { id } of skus) await addSecrets(id, options.keys, `key-${id}`);
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
