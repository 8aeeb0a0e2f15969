import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { issueLicenses } from "@/lib/licenses/issue-licenses";
import { licenseSettings } from "@/lib/licenses/schema";
import { http } from "./load";
import type { Row } from "./report";
import type { BenchCatalogue } from "./seed";
import type { BenchSku } from "./seed-history";
import type { Shop } from "./shop";

const sold = 2_000;
const json = { "content-type": "application/json" };
const deviceOf = (key: string) => `device-${key}`;

/** Licenses of one order, each activated on a device. */
async function seedLicenses({ id: skuId, productId }: BenchSku): Promise<string[]> {
  const at = now();
  const order = await db().order.create({
    data: {
      orderNo: "BENCHLICENSES",
      buyerKind: "guest",
      email: "licenses@example.com",
      currency: "USD",
      status: "delivered",
      paymentStatus: "paid",
      fulfillmentStatus: "ready",
      originalCents: 990n,
      amountCents: 990n,
      expireAt: at,
      paidAt: at,
      deliveredAt: at,
      items: {
        create: {
          position: 1,
          productId,
          skuId,
          slug: "bench",
          title: "Bench",
          quantity: sold,
          unitPriceCents: 990n,
          totalCents: 990n,
          delivery: "auto",
          autoSecretKind: "text",
        },
      },
    },
    include: { items: true },
  });
  const orderItemId = order.items[0]?.id ?? 0;
  const settings = licenseSettings.parse({ product: "bench", devices: 3 });
  const keys = await inTransaction((tx) =>
    issueLicenses(tx, { orderItemId, skuId, quantity: sold }, settings),
  );
  const rows = await db().license.findMany({ where: { orderItemId }, orderBy: { position: "asc" } });
  await db().licenseDevice.createMany({
    data: rows.map(({ id }, index) => ({
      licenseId: id,
      fingerprint: deviceOf(keys[index] ?? ""),
      activatedAt: at,
      lastSeenAt: at,
    })),
  });
  await db().$executeRaw`ANALYZE`;
  return keys;
}

/**
 * Measures the question of sold software at every start, each time for another license, beside an answer that is kept.
 */
export async function licenses({ baseUrl }: Shop, { skus, slug }: BenchCatalogue): Promise<Row[]> {
  const sku = skus[0];
  if (!sku) throw new Error("No option to sell licenses of");
  const keys = await seedLicenses(sku);
  let n = 0;
  const next = () => {
    const key = keys[n++ % keys.length] ?? "";
    return { body: JSON.stringify({ license_key: key, fingerprint: deviceOf(key) }) };
  };
  const read = `${baseUrl}/api/v1/public/products/${slug}`;
  const asked = { url: `${baseUrl}/api/v1/licenses/validate`, method: "POST", headers: json, next } as const;
  await http({ url: read, duration: 2 });
  await http({ ...asked, duration: 2 });
  const kept = await http({ url: read });
  return [
    { name: "product detail, kept", figures: kept },
    {
      name: "license validated",
      figures: await http(asked),
      against: { name: "a kept answer", figures: kept, target: 0.5 },
    },
  ];
}
