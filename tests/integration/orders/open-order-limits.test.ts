import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { anOrder, stockOf } from "../../support/builders/orders";
import { anEmail, aProduct, aUser } from "../../support/builders/products";
import { overrideConfig } from "../../support/harness/test-config";

const ip = "203.0.113.77";
const guest = (email: string) => ({ overrides: { buyer: { kind: "guest", email, ip } as const }, email });

async function countOf(orders: Promise<unknown>[]) {
  const results = await Promise.allSettled(orders);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ kind: "rate_limited" });
  return results.filter((result) => result.status === "fulfilled").length;
}

const openOrders = () => db().order.count({ where: { status: "pending_payment" } });

describe("orders made at the same moment", () => {
  it("never leave more open than one mailbox, one address or one member may have", async () => {
    const { sku } = await aProduct({ keys: 100 });
    for (let round = 0; round < 3; round++) {
      const email = anEmail();
      const kept = await countOf(Array.from({ length: 10 }, () => anOrder({ sku, ...guest(email) })));
      expect(kept).toBeLessThanOrEqual(3);
      expect(await openOrders()).toBe(kept);
      await db().order.updateMany({ data: { status: "canceled" } });
    }
    const fromOneLine = await countOf(
      Array.from({ length: 20 }, () => anOrder({ sku, ...guest(anEmail()) })),
    );
    expect(fromOneLine).toBeLessThanOrEqual(5);
    await db().order.updateMany({ data: { status: "canceled" } });
    const user = await aUser();
    const ofMember = await countOf(
      Array.from({ length: 50 }, () => anOrder({ sku, userId: user.id, email: user.email })),
    );
    expect(ofMember).toBeLessThanOrEqual(20);
    expect(await openOrders()).toBe(ofMember);
  });

  it("give back what the withdrawn ones had reserved", async () => {
    const { sku } = await aProduct({ keys: 30 });
    const email = anEmail();
    const kept = await countOf(Array.from({ length: 10 }, () => anOrder({ sku, ...guest(email) })));
    const { counters, rows } = await stockOf(sku.id);
    expect(counters).toEqual({ available: 30 - kept, reserved: kept, sold: 0 });
    expect(rows).toEqual(counters);
  });
});

describe("units of one product in unpaid orders of one address", () => {
  it("are capped over several orders, while a single order may be larger", async () => {
    overrideConfig({ "limits.openUnitsPerIp": "20" });
    const { sku } = await aProduct({ keys: 60 });
    const { sku: other } = await aProduct({ keys: 30 });
    const buy = (of: typeof sku, quantity: number) => anOrder({ sku: of, quantity, ...guest(anEmail()) });
    await buy(sku, 30);
    await expect(buy(sku, 1)).rejects.toMatchObject({ kind: "rate_limited" });
    await buy(other, 10);
    await buy(other, 10);
    await expect(buy(other, 1)).rejects.toMatchObject({ kind: "rate_limited" });
    expect((await stockOf(sku.id)).counters).toMatchObject({ available: 30, reserved: 30 });
  });
});
