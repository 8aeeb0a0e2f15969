import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { changeText } from "@/lib/fulfillment/kinds/living/change-text";
import { newSiteKey, newSiteSecret } from "@/lib/interconnect/main/site-rules";
import { sealSiteSecret } from "@/lib/interconnect/main/site-secrets";
import { storeSecrets } from "@/lib/stock/store-secrets";
import { anUpstreamProduct, type GuestOrder } from "../../support/builders/agent-shop";
import { pay, refundByHand, replaceFirstKey } from "../../support/builders/orders";
import { aClient, addKeys, anAdmin, anEmail, aProduct, keyOf } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { anotherDatabase, emptyOther, onDatabase } from "../../support/harness/two-shops";

interface Shop {
  url: string;
  server: ApiServer;
  sku: { id: number; productId: number };
}

type Sku = Shop["sku"];
const shops = {} as Record<"a" | "b" | "c", Shop>;
const aPair = () => ({ key: newSiteKey(), secret: newSiteSecret() });
const [ab, bc] = [aPair(), aPair()];

const pairing = (credentials: typeof ab, buyer: ApiServer) =>
  aSite({
    apiKey: credentials.key,
    callbackUrl: `${buyer.url}/api/v1/interconnect/callback`,
    signingSecrets: {
      create: { secretSealed: sealSiteSecret(credentials.key, credentials.secret), firstUsedAt: new Date() },
    },
  });

async function sellsFrom(credentials: typeof ab, seller: Shop, priceCents: bigint): Promise<Sku> {
  const { sku, offer } = await anUpstreamProduct({ ...credentials, baseUrl: seller.server.url }, priceCents);
  await db().upstreamSku.update({
    where: { id: offer.id },
    data: {
      upstreamProductId: seller.sku.productId,
      upstreamSkuId: seller.sku.id,
      costCents: priceCents - 100n,
    },
  });
  return sku;
}

beforeAll(async () => {
  const names = ["a", "b", "c"] as const;
  const urls = [
    await anotherDatabase("chain_a"),
    await anotherDatabase("chain_b"),
    await anotherDatabase("chain_c"),
  ];
  const servers = await Promise.all(
    urls.map((databaseUrl) =>
      startApiServer({ databaseUrl, worker: true, settings: { "database.poolSize": "4" } }),
    ),
  );
  for (const [index, name] of names.entries()) {
    const [url, server] = [urls[index], servers[index]];
    if (!url || !server) throw new Error("A shop is missing");
    shops[name] = { url, server, sku: { id: 0, productId: 0 } };
  }
  await onDatabase(shops.a.url, async () => {
    await emptyOther();
    shops.a.sku = (await aProduct({ keys: 3, priceCents: 500n })).sku;
    await pairing(ab, shops.b.server);
  });
  await onDatabase(shops.b.url, async () => {
    await emptyOther();
    shops.b.sku = await sellsFrom(ab, shops.a, 600n);
    await pairing(bc, shops.c.server);
  });
  await onDatabase(shops.c.url, async () => {
    await emptyOther();
    shops.c.sku = await sellsFrom(bc, shops.b, 700n);
  });
}, 240_000);

afterAll(() => Promise.all(Object.values(shops).map(({ server }) => server.stop())));

async function buy(quantity = 1): Promise<{ status: number; code: number; order: GuestOrder | null }> {
  const answer = await fetch(`${shops.c.server.url}/api/v1/guest/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      email: anEmail(),
      product_id: shops.c.sku.productId,
      sku_id: shops.c.sku.id,
      quantity,
    }),
  });
  const json = (await answer.json()) as { status_code: number; data: GuestOrder | null };
  return { status: answer.status, code: json.status_code, order: json.data };
}

async function read({ order_no, guest_token }: GuestOrder) {
  const answer = await fetch(`${shops.c.server.url}/api/v1/guest/orders/${order_no}`, {
    headers: { authorization: `Bearer ${guest_token}` },
  });
  return (
    (await answer.json()) as { data: { status: string; fulfillment: { status: string; payload?: string } } }
  ).data;
}

const payOnC = (orderNo: string) =>
  onDatabase(shops.c.url, async () => {
    const { id } = await db().order.findUniqueOrThrow({ where: { orderNo } });
    await pay(id);
  });

const onA = <T>(work: (orderNo: string) => Promise<T>) =>
  onDatabase(shops.a.url, async () => {
    const { orderNo } = await db().order.findFirstOrThrow({
      where: { status: "delivered" },
      orderBy: { id: "desc" },
    });
    return work(orderNo);
  });

describe("a chain of three sites", () => {
  it("delivers by the first what is bought at the last one, and all that happens to it [C64]", async () => {
    const { status, order } = await buy();
    expect(status).toBe(200);
    if (!order) throw new Error("There is no order");
    await onDatabase(shops.a.url, async () => {
      expect(await db().order.count({ where: { status: "pending_payment" } })).toBe(1);
    });
    await payOnC(order.order_no);
    const key = keyOf(shops.a.sku.id, 1);
    await expect
      .poll(() => read(order), { timeout: 20_000 })
      .toMatchObject({ status: "delivered", fulfillment: { payload: key } });

    await onA(replaceFirstKey);
    const better = keyOf(shops.a.sku.id, 2);
    await expect.poll(async () => (await read(order)).fulfillment.payload, { timeout: 20_000 }).toBe(better);

    await onA(async (orderNo) => refundByHand(orderNo, { amountCents: 500n }));
    await expect
      .poll(() => onDatabase(shops.b.url, () => db().alert.count({ where: { kind: "purchase.refunded" } })), {
        timeout: 20_000,
        interval: 500,
      })
      .toBe(1);
  }, 240_000);

  it("passes a license on, which its software activates at the shop that made it, until the refund [C64]", async () => {
    const license = async (place: string, fingerprint: string, key: string, shop: Shop = shops.a) => {
      const answer = await fetch(`${shop.server.url}/api/v1/licenses/${place}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ license_key: key, fingerprint }),
      });
      return { status: answer.status, data: ((await answer.json()) as { data: { reason?: string } }).data };
    };
    await onDatabase(shops.a.url, () =>
      db().sku.update({
        where: { id: shops.a.sku.id },
        data: { fulfillers: ["license"], fulfillerSettings: { license: { product: "atlas" } } },
      }),
    );
    const { order } = await buy();
    if (!order) throw new Error("There is no order");
    await payOnC(order.order_no);
    await expect.poll(() => read(order), { timeout: 20_000 }).toMatchObject({ status: "delivered" });
    const [key = "", stored] = (await read(order)).fulfillment.payload?.split("\n") ?? [];
    expect(stored).toBe(keyOf(shops.a.sku.id, 3));
    expect((await license("activate", "device-0001", key)).status).toBe(200);
    expect((await license("activate", "device-0001", key, shops.c)).status).toBe(404);
    await onA(async (orderNo) => refundByHand(orderNo, { amountCents: 500n, keys: "withdraw" }));
    expect((await license("validate", "device-0001", key)).data).toMatchObject({ reason: "revoked" });
  }, 240_000);

  it("passes a shortage at the first site on to the last, before the buyer pays [C62, C64]", async () => {
    const { status, code, order } = await buy(2);
    expect([status, code, order]).toEqual([409, 4099, null]);
    for (const name of ["b", "c"] as const) {
      await onDatabase(shops[name].url, async () => {
        expect(await db().order.findFirst({ orderBy: { id: "desc" } })).toMatchObject({ status: "canceled" });
      });
    }
  });

  it("passes keys of several lines on, each whole, also where a shop gets them from another [C64]", async () => {
    const keys = ["one", "two"].map((name) => `user: ${name}\n\npassword: ${name}`);
    await onDatabase(shops.a.url, async () => {
      await db().sku.update({ where: { id: shops.a.sku.id }, data: { fulfillers: [] } });
      await inTransaction((tx) =>
        storeSecrets(tx, {
          skuId: shops.a.sku.id,
          keys: keys.map((content) => ({ content })),
          note: "",
          staffId: null,
        }),
      );
    });
    const { order } = await buy(2);
    if (!order) throw new Error("There is no order");
    await payOnC(order.order_no);
    await expect
      .poll(() => read(order), { timeout: 20_000 })
      .toMatchObject({
        status: "delivered",
        fulfillment: { payload: keys.join("\n") },
        items: [{ quantity: 2, fulfillment: { secrets: keys } }],
      });
  }, 240_000);

  it("passes a living text on, and within a minute what it is changed to [C64]", async () => {
    const change = (content: string) =>
      onDatabase(shops.a.url, async () =>
        changeText(await anAdmin(), aClient(), shops.a.sku.id, { content }),
      );
    await onDatabase(shops.a.url, async () => {
      await addKeys(shops.a.sku.id, 1, 4);
      await db().sku.update({ where: { id: shops.a.sku.id }, data: { fulfillers: ["living"] } });
    });
    await change("wifi: first");
    const { order } = await buy();
    if (!order) throw new Error("There is no order");
    await payOnC(order.order_no);
    const payload = async () => (await read(order)).fulfillment.payload;
    await expect.poll(payload, { timeout: 60_000 }).toContain("wifi: first");
    await change("wifi: second");
    await expect.poll(payload, { timeout: 60_000 }).toContain("wifi: second");
  }, 240_000);
});
