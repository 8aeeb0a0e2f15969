import { describe, expect, it } from "vitest";
import type { SkuPatch } from "@/lib/catalogue/admin/schema";
import { updateSku } from "@/lib/catalogue/admin/update-sku";
import { db } from "@/lib/db/client";
import { redeliverFailed } from "@/lib/orders/deliver/redeliver-failed";
import { jobsOf } from "../../support/builders/accounts";
import { anOrder, reportDispute, stockOf } from "../../support/builders/orders";
import { aClient, addKeys, anAdmin, aProduct, type ProductOptions } from "../../support/builders/products";

/** Orders of these quantities, paid while nothing was left: the stock went elsewhere in between. */
async function ordersShort(quantities: number[], options: ProductOptions = {}) {
  const { sku } = await aProduct({ keys: quantities.reduce((sum, n) => sum + n), ...options });
  const orders: number[] = [];
  for (const quantity of quantities) orders.push((await anOrder({ sku, quantity })).orderId);
  await db().$executeRaw`UPDATE secrets SET status = 'void', order_item_id = NULL WHERE sku_id = ${sku.id}`;
  await db().$executeRaw`UPDATE sku_stocks SET available = 0, reserved = 0 WHERE sku_id = ${sku.id}`;
  await db().$executeRaw`UPDATE fulfillments SET status = 'failed'`;
  await db().$executeRaw`
    UPDATE orders SET status = 'paid', payment_status = 'paid', fulfillment_status = 'failed', paid_at = now()`;
  return { skuId: sku.id, orders };
}

const standings = async (orders: number[]) => {
  const rows = await db().order.findMany({ where: { id: { in: orders } }, orderBy: { id: "asc" } });
  return rows.map((row) => row.fulfillmentStatus);
};

describe("delivering what was paid while stock was short", () => {
  it("passes over what is too large and serves later orders that fit, oldest first [C24]", async () => {
    const { skuId, orders } = await ordersShort([5, 1, 3, 2, 1]);
    await addKeys(skuId, 4, 101);
    await redeliverFailed(skuId);
    expect(await standings(orders)).toEqual(["failed", "ready", "ready", "failed", "failed"]);
    await addKeys(skuId, 1, 201);
    await redeliverFailed(skuId);
    expect(await standings(orders)).toEqual(["failed", "ready", "ready", "failed", "ready"]);
    await addKeys(skuId, 7, 301);
    await redeliverFailed(skuId);
    expect(new Set(await standings(orders))).toEqual(new Set(["ready"]));
    expect((await stockOf(skuId)).rows).toMatchObject({ available: 0, reserved: 0, sold: 12 });
  });

  it("goes on until none is left, however many wait [C24]", async () => {
    const { skuId, orders } = await ordersShort([300, ...Array.from({ length: 230 }, () => 1)]);
    await addKeys(skuId, 229, 1001);
    await redeliverFailed(skuId);
    const after = await standings(orders);
    expect(after.filter((status) => status === "ready")).toHaveLength(229);
    expect([after.at(0), after.at(-1)]).toEqual(["failed", "failed"]);
    expect((await stockOf(skuId)).counters).toEqual({ available: 0, reserved: 0, sold: 229 });
  }, 60_000);

  it("a dispute holds an order back whichever comes first, a won one lets it go and a lost one does not", async () => {
    const { skuId, orders } = await ordersShort(Array.from({ length: 12 }, () => 1));
    await addKeys(skuId, 12, 101);
    const rows = await db().order.findMany({ orderBy: { id: "desc" } });
    const say = (order: (typeof rows)[number], state: "open" | "won" | "lost") =>
      reportDispute(order, state, `D${order.id}`);
    await Promise.all([redeliverFailed(skuId), ...rows.map((order) => say(order, "open"))]);
    const delivered = new Map<number, bigint>();
    for (const { orderId, id } of await db().orderEvent.findMany({ where: { kind: "delivered" } }))
      delivered.set(orderId, id);
    for (const { orderId, id } of await db().orderEvent.findMany({ where: { kind: "disputed" } }))
      expect(delivered.get(orderId) ?? 0n).toBeLessThan(id);
    const before = await standings(orders);
    await redeliverFailed(skuId);
    expect(await standings(orders)).toEqual(before);
    const [last, ...others] = rows.filter(({ id }) => !delivered.has(id));
    if (last) await say(last, "lost");
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    for (const order of others) await say(order, "won");
    if (others.length > 0) expect(await jobsOf("order.redeliver")).toEqual([{ skuId }]);
    await redeliverFailed(skuId);
    const open = (await db().order.findMany({ where: { fulfillmentStatus: "failed" } })).map(({ id }) => id);
    expect(open).toEqual(last ? [last.id] : []);
  });

  it("a raised cap and a new text bring it about, as an import does", async () => {
    const { skuId, orders } = await ordersShort([1, 2], { kind: "text", keys: 0, units: 3 });
    const save = async (input: SkuPatch) => {
      await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
      await updateSku(await anAdmin(), aClient(), skuId, input);
      expect(await jobsOf("order.redeliver")).toEqual([{ skuId }]);
      await redeliverFailed(skuId);
    };
    await save({ stock: 1 });
    expect(await standings(orders)).toEqual(["ready", "failed"]);
    await db().sku.update({ where: { id: skuId }, data: { contentSealed: null } });
    await db().skuStock.update({ where: { skuId }, data: { available: 5 } });
    await redeliverFailed(skuId);
    expect(await standings(orders)).toEqual(["ready", "failed"]);
    await save({ content: "READ-ME again" });
    expect(await standings(orders)).toEqual(["ready", "ready"]);
  });

  it("two processes at once deliver each order once", async () => {
    const { skuId, orders } = await ordersShort([2, 1, 2, 1, 2, 1]);
    await addKeys(skuId, 7, 101);
    await Promise.all([redeliverFailed(skuId), redeliverFailed(skuId)]);
    const after = await standings(orders);
    const { counters, rows } = await stockOf(skuId);
    expect(counters.sold).toBe(rows.sold);
    expect(counters.sold).toBe(
      [2, 1, 2, 1, 2, 1].reduce((sum, n, i) => sum + (after[i] === "ready" ? n : 0), 0),
    );
    expect(counters).toMatchObject({ available: 0, reserved: 0, sold: 7 });
  });
});
