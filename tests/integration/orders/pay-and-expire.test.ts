import { describe, expect, it } from "vitest";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { closeOrder, sweepOrders } from "@/lib/orders/close-order";
import { redeliverFailed } from "@/lib/orders/deliver/redeliver-failed";
import { getOrderDetail } from "@/lib/orders/queries";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { deliverByHand } from "@/lib/orders/staff/deliver-by-hand";
import { deliverAgain } from "@/lib/orders/staff/operate-order";
import { anOrder, getOrder, pay, stockOf } from "../../support/builders/orders";
import { aClient, addKeys, anAdmin, aProduct, aUser, keyOf } from "../../support/builders/products";
import { isLong } from "../../support/harness/tier";

const expire = (orderId: number) => inTransaction((tx) => closeOrder(tx, orderId, "expired", "test"));
const payload = async (orderId: number) => (await getOrderDetail(db(), orderId)).fulfillment.payload;

async function jobsOf(kind: string): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier = ${kind}`;
  return row?.count ?? 0;
}

describe("paying and delivering", () => {
  it("a paid order has its keys, byte for byte, and its events in the queue [C22]", async () => {
    const { sku } = await aProduct({ keys: 3 });
    const { orderId } = await anOrder({ sku, quantity: 2 });
    expect(await pay(orderId)).toBe("applied");
    expect(await payload(orderId)).toBe(`${keyOf(sku.id, 1)}\n${keyOf(sku.id, 2)}`);
    expect(await getOrder(orderId)).toMatchObject({
      status: "delivered",
      paymentStatus: "paid",
      fulfillmentStatus: "ready",
    });
    expect(await jobsOf("order.delivered")).toBe(1);
    expect(await stockOf(sku.id)).toEqual({
      counters: { available: 1, reserved: 0, sold: 2 },
      rows: { available: 1, reserved: 0, sold: 2 },
    });
  });

  it("a second payment changes nothing and is booked as overpaid [P18]", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const { orderId } = await anOrder({ sku });
    expect(await Promise.all([pay(orderId), pay(orderId), pay(orderId)])).toEqual(
      expect.arrayContaining(["applied", "overpaid", "overpaid"]),
    );
    expect((await stockOf(sku.id)).rows).toEqual({ available: 1, reserved: 0, sold: 1 });
  });

  it("delivers a text product to everybody and a manual one when the operator does", async () => {
    const text = await aProduct({ kind: "text", content: "line one\nline two" });
    const bought = await anOrder({ sku: text.sku });
    await pay(bought.orderId);
    expect(await payload(bought.orderId)).toBe("line one\nline two");

    const manual = await aProduct({ kind: "none", units: 1 });
    const ordered = await anOrder({ sku: manual.sku });
    await pay(ordered.orderId);
    expect(await getOrder(ordered.orderId)).toMatchObject({
      status: "delivering",
      fulfillmentStatus: "processing",
    });
    const { orderNo } = await getOrder(ordered.orderId);
    await deliverByHand(
      { actor: await anAdmin(), client: aClient(), orderNo },
      { item: 1, content: "made by hand" },
    );
    expect(await payload(ordered.orderId)).toBe("made by hand");
    expect((await stockOf(manual.sku.id)).counters).toEqual({ available: 0, reserved: 0, sold: 1 });
  });

  it("short stock is failed with nothing consumed, and an import delivers it [C24]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    testClock.advance(16 * 60);
    await expire(orderId);
    const rival = await anOrder({ sku });
    expect(await pay(orderId)).toBe("late");
    expect(await getOrder(orderId)).toMatchObject({
      status: "paid",
      paymentStatus: "paid",
      fulfillmentStatus: "failed",
    });
    expect(await jobsOf("order.failed")).toBe(1);
    await redeliverFailed(sku.id);
    expect(await getOrder(orderId)).toMatchObject({ fulfillmentStatus: "failed" });
    await addKeys(sku.id, 1, 2);
    await redeliverFailed(sku.id);
    expect(await payload(orderId)).toBe(keyOf(sku.id, 2));
    await pay(rival.orderId);
    expect(await payload(rival.orderId)).toBe(keyOf(sku.id, 1));
  });

  it("lets the operator try a failed delivery again once there is stock", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    testClock.advance(16 * 60);
    await expire(orderId);
    await anOrder({ sku });
    await pay(orderId);
    const command = { actor: await anAdmin(), client: aClient(), orderNo: (await getOrder(orderId)).orderNo };
    await expect(deliverAgain(command)).rejects.toMatchObject({ kind: "insufficient_stock" });
    await addKeys(sku.id, 1, 2);
    await deliverAgain(command);
    expect(await payload(orderId)).toBe(keyOf(sku.id, 2));
  });
});

describe("expiry", () => {
  it("gives back what was reserved, once, and only when it is due [C21]", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const { orderId } = await anOrder({ sku, quantity: 2 });
    expect(await sweepOrders()).toBe(0);
    testClock.advance(15 * 60 + 1);
    expect(
      (await Promise.all([sweepOrders(), sweepOrders(), sweepOrders()])).reduce((sum, n) => sum + n),
    ).toBe(1);
    expect(await getOrder(orderId)).toMatchObject({ status: "expired", paymentStatus: "unpaid" });
    expect(await stockOf(sku.id)).toEqual({
      counters: { available: 2, reserved: 0, sold: 0 },
      rows: { available: 2, reserved: 0, sold: 0 },
    });
  });

  it("money that comes late is kept and delivers when there is stock [O6]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    testClock.advance(15 * 60 + 1);
    await sweepOrders();
    expect(await pay(orderId)).toBe("late");
    expect(await getOrder(orderId)).toMatchObject({ status: "delivered", fulfillmentStatus: "ready" });
  });

  it("expiry and payment at the same moment end in one of the two, never both [O5]", {
    timeout: 60_000,
  }, async () => {
    const rounds = isLong ? 200 : 40;
    const { sku } = await aProduct({ keys: rounds });
    const orders: number[] = [];
    for (let round = 0; round < rounds; round++) orders.push((await anOrder({ sku })).orderId);
    testClock.advance(15 * 60 + 1);
    for (const orderId of orders) await Promise.all([expire(orderId), pay(orderId)]);
    for (const orderId of orders) {
      const order = await getOrder(orderId);
      const secrets = order.items.flatMap((item) => item.secrets);
      if (order.paymentStatus === "paid") {
        expect(order.status).toBe("delivered");
        expect(secrets.map((secret) => secret.status)).toEqual(["sold"]);
      } else {
        expect(order.status).toBe("expired");
        expect(secrets).toEqual([]);
      }
    }
    const { counters, rows } = await stockOf(sku.id);
    expect(counters).toEqual(rows);
    expect(rows.available + rows.sold).toBe(rounds);
  });
});

describe("after the delivery", () => {
  it("refunds in parts, then in full, and never more than was paid", async () => {
    const { sku } = await aProduct({ keys: 1, priceCents: 1000n });
    const { orderId } = await anOrder({ sku });
    await pay(orderId);
    const [actor, client, { orderNo }] = [await anAdmin(), aClient(), await getOrder(orderId)];
    const refund = (amountCents: bigint) =>
      refundOrder(actor, client, { orderNo, amountCents, method: "manual", reason: null });
    await refund(300n);
    expect(await getOrder(orderId)).toMatchObject({
      paymentStatus: "partially_refunded",
      fulfillmentStatus: "ready",
      refundedCents: 300n,
    });
    await expect(refund(701n)).rejects.toMatchObject({ field: "amount" });
    await Promise.allSettled([refund(700n), refund(700n)]);
    expect(await getOrder(orderId)).toMatchObject({
      status: "refunded",
      fulfillmentStatus: "revoked",
      refundedCents: 1000n,
    });
    expect(await payload(orderId)).toBeUndefined();
  });

  it("a member's refund counts no more towards the next level, and takes no level away", async () => {
    const { sku } = await aProduct({ keys: 1, priceCents: 1000n });
    const user = await aUser();
    const level = await db().memberLevel.create({
      data: { slug: "regular", name: "Regular", sortOrder: 90, spendThresholdCents: 1000n },
    });
    const { orderId } = await anOrder({ sku, userId: user.id, email: user.email });
    await pay(orderId);
    const read = () =>
      db().user.findUniqueOrThrow({
        where: { id: user.id },
        select: { spentCents: true, memberLevelId: true },
      });
    expect(await read()).toEqual({ spentCents: 1000n, memberLevelId: level.id });
    const { orderNo } = await getOrder(orderId);
    const refund = (amountCents: bigint) => ({
      orderNo,
      amountCents,
      method: "manual" as const,
      reason: null,
    });
    await refundOrder(await anAdmin(), aClient(), refund(400n));
    expect(await read()).toEqual({ spentCents: 600n, memberLevelId: level.id });
    await refundOrder(await anAdmin(), aClient(), refund(600n));
    expect(await read()).toEqual({ spentCents: 0n, memberLevelId: level.id });
  });

  it("keeps the time line of an order", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    await pay(orderId);
    const events = await db().orderEvent.findMany({ where: { orderId }, orderBy: { id: "asc" } });
    expect(events.map((event) => event.kind)).toEqual(["created", "paid", "delivered"]);
    expect(events.every((event) => event.createdAt <= now())).toBe(true);
  });
});
