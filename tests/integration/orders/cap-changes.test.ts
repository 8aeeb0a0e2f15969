import { describe, expect, it } from "vitest";
import { updateProduct } from "@/lib/catalogue/admin/update-product";
import { updateSku } from "@/lib/catalogue/admin/update-sku";
import { testClock } from "@/lib/core/clock";
import { sweepOrders } from "@/lib/orders/close-order";
import { deliverByHand } from "@/lib/orders/staff/deliver-by-hand";
import { anOrder, getOrder, pay, refundByHand, stockOf } from "../../support/builders/orders";
import { aClient, addKeys, anAdmin, aProduct } from "../../support/builders/products";

const cap = async (skuId: number, stock: number | null) =>
  updateSku(await anAdmin(), aClient(), skuId, { stock });
const command = async (orderNo: string) => ({ actor: await anAdmin(), client: aClient(), orderNo });
const countersOf = async (skuId: number) => (await stockOf(skuId)).counters;

/** An operator's changes to goods without keys while orders are open must not break those orders. */
describe("products that get a cap while orders are open", () => {
  it("deliver a text that is paid afterwards", async () => {
    const { sku } = await aProduct({ kind: "text" });
    const { orderId } = await anOrder({ sku, quantity: 2 });
    expect(await countersOf(sku.id)).toEqual({ available: 0, reserved: 2, sold: 0 });
    await cap(sku.id, 10);
    expect(await pay(orderId)).toBe("applied");
    expect(await getOrder(orderId)).toMatchObject({ status: "delivered" });
    expect(await countersOf(sku.id)).toEqual({ available: 10, reserved: 0, sold: 2 });
  });

  it("are handed over by hand, and paid back", async () => {
    const { sku } = await aProduct({ kind: "none" });
    const [first, second] = [await anOrder({ sku }), await anOrder({ sku })];
    for (const { orderId } of [first, second]) await pay(orderId);
    await cap(sku.id, 10);
    const numberOf = async (orderId: number) => (await getOrder(orderId)).orderNo;
    await deliverByHand(await command(await numberOf(first.orderId)), { item: 1, content: "here" });
    const orderNo = await numberOf(second.orderId);
    await refundByHand(orderNo);
    expect(await countersOf(sku.id)).toEqual({ available: 11, reserved: 0, sold: 1 });
  });

  it("expire with all others, and what is uncapped again keeps its count", async () => {
    const { sku } = await aProduct({ kind: "text" });
    const keyed = await aProduct({ keys: 1 });
    await anOrder({ sku });
    await anOrder({ sku: keyed.sku });
    await cap(sku.id, 4);
    await cap(sku.id, null);
    testClock.advance(16 * 60);
    expect(await sweepOrders()).toBe(2);
    expect((await countersOf(sku.id)).reserved).toBe(0);
    expect(await countersOf(keyed.sku.id)).toEqual({ available: 1, reserved: 0, sold: 0 });
  });
});

describe("a product that changes between keys and none", () => {
  const sell = async (id: number, auto_secret_kind: "card_key" | "text" | "none") =>
    updateProduct(await anAdmin(), aClient(), id, { auto_secret_kind });

  it("waits until no order holds units of it", async () => {
    const { product, sku } = await aProduct({ kind: "none" });
    const { orderId } = await anOrder({ sku });
    await pay(orderId);
    await expect(sell(product.id, "card_key")).rejects.toMatchObject({
      kind: "state_conflict",
      field: "auto_secret_kind",
    });
    const { orderNo } = await getOrder(orderId);
    await deliverByHand(await command(orderNo), { item: 1, content: "here" });
    await sell(product.id, "card_key");
    expect(await countersOf(sku.id)).toEqual({ available: 0, reserved: 0, sold: 1 });
  });

  it("holds late money for the old kind as failed, and leaves the keys' counter alone [C23]", async () => {
    const { product, sku } = await aProduct({ kind: "none" });
    const { orderId } = await anOrder({ sku });
    testClock.advance(16 * 60);
    await sweepOrders();
    await sell(product.id, "card_key");
    await addKeys(sku.id, 2);
    expect(await pay(orderId)).toBe("late");
    expect(await getOrder(orderId)).toMatchObject({ status: "paid", fulfillmentStatus: "failed" });
    expect(await stockOf(sku.id)).toEqual({
      counters: { available: 2, reserved: 0, sold: 0 },
      rows: { available: 2, reserved: 0, sold: 0 },
    });
  });
});
