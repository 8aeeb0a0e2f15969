import { beforeEach, describe, expect, it } from "vitest";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { listEvents } from "@/lib/operations/events/list-events";
import { forgetAsked, publishEvents, publishForPrograms } from "@/lib/operations/events/publish-events";
import { recordEvent } from "@/lib/orders/record-event";
import { anOrder, pay, refundByHand, replaceFirstKey, reportDispute } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { aSoldProduct } from "../../support/builders/reviews";
import { recordStatements } from "../../support/harness/statements";

const read = async (after?: string) => (await listEvents({ ...(after ? { after } : {}), limit: 500 })).events;
const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);
async function aNewOrder(sku: Parameters<typeof anOrder>[0]["sku"]) {
  const { orderId: id } = await anOrder({ sku });
  return {
    orderId: id,
    ...(await db().order.findUniqueOrThrow({ where: { id }, select: { orderNo: true } })),
  };
}

function aGate() {
  let open: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}

const ofOrder = (events: Awaited<ReturnType<typeof read>>, orderNo: string) =>
  events.filter(({ data }) => data.order_no === orderNo);

beforeEach(forgetAsked);

describe("events for programs", () => {
  it("tell an order from its placing to its refund in order, with ids and amounts and without words [C136]", async () => {
    await read();
    const { sku } = await aProduct({ keys: 5 });
    const { orderId, orderNo } = await aNewOrder(sku);
    await pay(orderId);
    await replaceFirstKey(orderNo);
    await reportDispute({ id: orderId, orderNo }, "open");
    await reportDispute({ id: orderId, orderNo }, "won");
    await refundByHand(orderNo);
    const events = ofOrder(await read(), orderNo);
    expect(typesOf(events)).toEqual([
      "order.created",
      "order.paid",
      "order.delivered",
      "order.goods_changed",
      "order.disputed",
      "order.dispute_closed",
      "order.refunded",
    ]);
    expect(events[0]).toEqual({
      id: expect.stringMatching(/^evt_\d+$/),
      type: "order.created",
      created_at: expect.stringMatching(/Z$/),
      data: {
        order_no: orderNo,
        buyer: { kind: "guest", id: null },
        currency: "USD",
        amount: "9.90",
        items: [{ id: 1, product_id: sku.productId, sku_id: sku.id, quantity: 1, total_price: "9.90" }],
      },
    });
    expect(events.at(-1)?.data).toMatchObject({ refund_amount: "9.90", method: "manual" });
    expect(JSON.stringify(events)).not.toMatch(/fraud|example\.com|KEY-/);
  });

  it("tell who reviewed what with how many stars, and no words; the same words again are no news [C185]", async () => {
    await read();
    const { product, orders } = await aSoldProduct();
    const [order] = orders;
    for (const [stars, text] of [
      [2, "Came late"],
      [2, "Came late"],
      [4, "It was replaced"],
    ] as const)
      expect((await order?.write(stars, text))?.status).toBe(200);
    await order?.remove();
    const events = await read();
    const told = events.filter(({ type }) => type === "order.reviewed");
    expect(told.map(({ data }) => [data.order_no, data.product_id, data.stars])).toEqual([
      [order?.no, product.id, 2],
      [order?.no, product.id, 4],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Came late|replaced/);
  });

  it("are read behind the last one, and one that was read is never preceded by a new one [C136]", async () => {
    await read();
    const { sku } = await aProduct({ keys: 5 });
    const first = await aNewOrder(sku);
    const seen = await read();
    const [held, written] = [aGate(), aGate()];
    // It takes its id before the line of the second order, and commits after that one was published.
    const late = inTransaction(async (tx) => {
      await recordEvent(tx, { orderId: first.orderId, kind: "held", actor: "test" });
      written.open();
      await held.promise;
    });
    await written.promise;
    const second = await aNewOrder(sku);
    const between = await read(seen.at(-1)?.id);
    expect(ofOrder(between, second.orderNo)).toHaveLength(1);
    held.open();
    await late;
    const after = await read(between.at(-1)?.id);
    expect(typesOf(ofOrder(after, first.orderNo))).toEqual(["order.held"]);
    testClock.advance(61);
    expect(await read(after.at(-1)?.id)).toEqual([]);
    const third = await aNewOrder(sku);
    expect(typesOf(await read(after.at(-1)?.id))).toEqual(["order.created"]);
    expect(third.orderNo).not.toBe(second.orderNo);
  });

  it("come once each, however many publish at once, and more of them than one turn takes [C136]", async () => {
    await read();
    const { sku } = await aProduct({ keys: 2 });
    const { orderId } = await anOrder({ sku });
    await inTransaction(async (tx) => {
      for (let n = 0; n < 850; n++) await recordEvent(tx, { orderId, kind: "overpaid", actor: "test" });
    });
    await Promise.all(Array.from({ length: 6 }, () => publishEvents()));
    expect(await db().shopEvent.count({ where: { type: "order.overpaid" } })).toBe(850);
    const ids = (await db().shopEvent.findMany({ orderBy: { id: "asc" } })).map(
      ({ orderEventId }) => orderEventId,
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("tell when an option has few units, is sold out and is back, and nothing when events begin [C136]", async () => {
    const { sku, product } = await aProduct({ keys: 2 });
    await db().product.update({ where: { id: product.id }, data: { lowStockAt: 1 } });
    expect(await read()).toEqual([]);
    const stockOf = async () =>
      (await read())
        .filter(({ type }) => type.startsWith("stock."))
        .map(({ type, data }) => [type, data.available]);
    await anOrder({ sku });
    expect(await stockOf()).toEqual([["stock.low", 1]]);
    await anOrder({ sku });
    expect(await stockOf()).toEqual([
      ["stock.low", 1],
      ["stock.out", 0],
    ]);
    await db().skuStock.update({ where: { skuId: sku.id }, data: { available: 5, changedAt: now() } });
    expect(await stockOf()).toEqual([
      ["stock.low", 1],
      ["stock.out", 0],
      ["stock.in", 5],
    ]);
  });

  it("begin where somebody first asks, and anew where nobody asked for thirty days [C136]", async () => {
    const { sku } = await aProduct({ keys: 20 });
    await anOrder({ sku });
    expect(await read()).toEqual([]);
    await anOrder({ sku });
    testClock.advance(29 * 86_400);
    expect(typesOf(await read())).toEqual(["order.created"]);
    testClock.advance(31 * 86_400);
    await anOrder({ sku });
    expect(await read()).toEqual([]);
    await anOrder({ sku });
    expect(typesOf(await read())).toEqual(["order.created"]);
  });

  it("cost an order no statement, and its jobs none when nothing asks [C135]", async () => {
    const { sku } = await aProduct({ keys: 9 });
    const sale = async () => {
      const { orderId } = await anOrder({ sku });
      await pay(orderId);
    };
    await sale();
    await publishForPrograms();
    const count = async (work: () => Promise<unknown>) => (await recordStatements(work)).length;
    const alone = await count(sale);
    expect(await count(publishForPrograms)).toBe(0);
    await db().notificationChannel.create({
      data: {
        name: "books",
        provider: "events",
        settingsSealed: new Uint8Array(0),
        events: { "order.paid": "on" },
        createdAt: now(),
        updatedAt: now(),
      },
    });
    forgetAsked();
    await publishForPrograms();
    expect(await count(sale)).toBe(alone);
    expect(await count(publishForPrograms)).toBeGreaterThan(0);
  });
});
