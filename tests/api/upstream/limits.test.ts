import { describe, expect, it } from "vitest";
import * as callback from "@/app/api/v1/interconnect/callback/route";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { paidOrder, readOrder } from "@/lib/interconnect/agent/schema";
import { openCallbackBody, queueCallbacks } from "@/lib/interconnect/main/queue-callbacks";
import { tradeLimits } from "@/lib/interconnect/schema";
import { maxSecretBytes } from "@/lib/stock/import-secrets";
import { storeSecrets } from "@/lib/stock/store-secrets";
import { credentials } from "../../support/builders/agent-shop";
import { stockOf } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { aConnection, callSigned } from "../../support/builders/sites";
import { agentOfTest, anOrderBody, aPaidBody, codeOf } from "../../support/fakes/main-site";

const { main } = agentOfTest();

/** Keys of the longest kind, of characters that JSON writes twice as long. */
async function theLongestKeys(count: number) {
  const { sku } = await aProduct({ keys: 0 });
  const keys = Array.from({ length: count }, (_, n) => {
    const start = `${n}:`;
    return { content: start + '"'.repeat(maxSecretBytes - start.length) };
  });
  await inTransaction((tx) => storeSecrets(tx, { skuId: sku.id, keys, note: "test", staffId: null }));
  return sku;
}

/** So many keys of the longest kind, and a line break after each, are one payload. */
const mostOfTheLongest = Math.floor(tradeLimits.payloadBytes / (maxSecretBytes + 1));

describe("the limits of both ends", () => {
  it("let an agent read all that its main site sells: answer, order and callback [C78]", async () => {
    const sku = await theLongestKeys(mostOfTheLongest);
    await db().site.updateMany({ data: { callbackUrl: "https://agent.example.com/callback" } });
    const { data: order } = await main.create(anOrderBody(sku, { quantity: mostOfTheLongest }));
    const paid = await main.pay(order.upstream_order_no, aPaidBody(order.amount));
    expect(paid.status).toBe(200);
    expect(paid.text.length).toBeLessThan(tradeLimits.answerBytes);
    const { fulfillment } = paidOrder.parse(paid.data);
    const read = readOrder.parse((await main.get(order.upstream_order_no)).data);
    expect(read.fulfillment?.payload).toBe(fulfillment.payload);
    await queueCallbacks((await db().order.findFirstOrThrow()).id);
    const queued = await db().callback.findFirstOrThrow({ omit: { bodySealed: false } });
    const raw = openCallbackBody(queued.orderEventId, queued.bodySealed);
    expect(raw.length).toBeGreaterThan(2 * tradeLimits.payloadBytes - 100_000);
    // Our own receiver reads all of it, and finds that it never ordered this.
    await aConnection({ ...credentials, baseUrl: "https://main.example.com" });
    const received = await callSigned(credentials, callback.POST, "POST", {
      path: "/api/v1/interconnect/callback",
      raw,
    });
    expect(codeOf(received)).toEqual([404, 4004]);
    const tooLong = await callSigned(credentials, callback.POST, "POST", {
      path: "/api/v1/interconnect/callback",
      raw: " ".repeat(tradeLimits.answerBytes + 1),
    });
    expect(codeOf(tooLong)).toEqual([413, 4013]);
  });

  it("refuses an order whose goods are longer together than a payload, before anything is paid [C78]", async () => {
    const sku = await theLongestKeys(mostOfTheLongest + 1);
    const body = anOrderBody(sku, { quantity: mostOfTheLongest + 1 });
    for (let time = 0; time < 2; time++) {
      const answer = await main.create(body);
      expect(codeOf(answer)).toEqual([400, 4001]);
      expect(answer.headers.get("x-error-field")).toBe("quantity");
      expect(answer.headers.get("x-error-rule")).toBe("goods_too_long");
    }
    expect(await db().order.findMany({ select: { status: true } })).toEqual([{ status: "canceled" }]);
    expect((await stockOf(sku.id)).counters).toEqual({
      available: mostOfTheLongest + 1,
      reserved: 0,
      sold: 0,
    });
    expect((await main.create(anOrderBody(sku, { quantity: mostOfTheLongest }))).status).toBe(200);
  });
});
