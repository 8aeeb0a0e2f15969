import { describe, expect, it } from "vitest";
import { answerBuyer } from "@/lib/checkout/mails/answer-buyer";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { changeText } from "@/lib/fulfillment/kinds/living/change-text";
import { chargeDownload } from "@/lib/fulfillment/sql/downloads";
import { followOrder } from "@/lib/orders/buyer/follow-orders";
import { readStandings } from "@/lib/orders/sql/standings";
import { anOrder, getOrder, pay, refundByHand, replaceFirstKey } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import { addGoods, manyKinds } from "../../support/builders/sold-files";
import { recordStatements } from "../../support/harness/statements";

/** A key, a file, a license and a living text, delivered. */
async function aDelivery() {
  const { sku } = await aProduct({ keys: 3 });
  await addGoods(sku.id);
  await db().sku.update({ where: { id: sku.id }, data: manyKinds });
  const { orderId } = await anOrder({ sku });
  await pay(orderId);
  const { orderNo } = await getOrder(orderId);
  return { sku, orderId, orderNo };
}

type Delivery = Awaited<ReturnType<typeof aDelivery>>;

/** Changes by somebody else that the page of a delivered order shows. */
const changes: Record<string, (delivery: Delivery) => Promise<unknown>> = {
  "a refund": ({ orderNo }) => refundByHand(orderNo),
  "a replaced key": ({ orderNo }) => replaceFirstKey(orderNo),
  "an answer": async ({ orderNo }) =>
    answerBuyer({ actor: await anAdmin(), client: aClient(), orderNo }, "Here is another one."),
  "a new text": async ({ sku }) =>
    changeText(await anAdmin(), aClient(), sku.id, { content: "second password" }),
  "a download": async ({ orderId }) => {
    const grant = await db().downloadGrant.findFirstOrThrow({
      where: { fulfillment: { orderItem: { orderId } } },
    });
    const version = await db().fileVersion.findFirstOrThrow({ where: { file: { skuId: grant.skuId } } });
    await chargeDownload(db(), { grantId: grant.id, versionId: version.id, bytes: 3, budget: 15n });
  },
  "a new version of a file": async ({ sku }) => {
    const file = await db().skuFile.findFirstOrThrow({ where: { skuId: sku.id } });
    const version = {
      label: "1.1",
      name: "book.pdf",
      bytes: 4n,
      sha256: "1".repeat(64),
      status: "ready",
    } as const;
    await db().fileVersion.create({ data: { ...version, fileId: file.id, storageKey: "next" } });
  },
  "a device": async ({ orderId }) => {
    const license = await db().license.findFirstOrThrow({ where: { orderItem: { orderId } } });
    const at = { activatedAt: now(), lastSeenAt: now() };
    await db().licenseDevice.create({ data: { ...at, licenseId: license.id, fingerprint: "laptop" } });
  },
};

const standingOf = async ({ orderId }: Delivery) => (await readStandings(db(), [orderId]))[0];

describe("an open page of an order", () => {
  it.each(Object.entries(changes))("is told of %s after the delivery", async (_, change) => {
    const [delivery, other] = [await aDelivery(), await aDelivery()];
    const [before, otherBefore] = [await standingOf(delivery), await standingOf(other)];
    expect(before).toMatchObject({ isSettled: true });
    expect(await standingOf(delivery)).toEqual(before);
    await change(delivery);
    expect((await standingOf(delivery))?.standing).not.toBe(before?.standing);
    expect(await standingOf(other)).toEqual(otherBefore);
  });

  it("is told of what happens the moment after it began to listen, and of nothing after it left", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const { orderId } = await anOrder({ sku });
    let told = 0;
    let stop = () => {};
    const paid = new Promise<void>((resolve) => {
      void followOrder(orderId, () => {
        told += 1;
        stop();
        resolve();
      }).then((end) => {
        stop = end;
        return pay(orderId);
      });
    });
    await paid;
    const { orderNo } = await getOrder(orderId);
    const refunded = new Promise<void>((resolve) => {
      void followOrder(orderId, resolve).then(() => refundByHand(orderNo));
    });
    await refunded;
    expect(told).toBe(1);
  });

  it("costs one statement for all of them", async () => {
    const { sku } = await aProduct({ keys: 20 });
    const orders = await Promise.all(Array.from({ length: 10 }, () => anOrder({ sku })));
    const ids = orders.map(({ orderId }) => orderId);
    const statements = await recordStatements(async () => {
      expect(await readStandings(db(), ids)).toHaveLength(10);
    });
    expect(statements.filter(({ text }) => /^\s*SELECT/i.test(text))).toHaveLength(1);
  });
});
