import { describe, expect, it } from "vitest";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { checkKeys } from "@/lib/db/sealed/verify-master-key";
import { checkShop } from "@/lib/operations/checks/check-shop";
import { addSampleOrders } from "@/prisma/add-sample-orders";
import { sampleOrders } from "@/prisma/sample/orders";
import { seedSampleShop } from "@/prisma/seed";
import { overrideConfig } from "../../support/harness/test-config";

const local = { testGateway: "null", sampleShop: "true", "server.baseUrl": "http://localhost:8080" };

describe("the orders of the sample shop", { timeout: 180_000 }, () => {
  it("spread over a month, agree with stock, ledger and counts, and send no mail", async () => {
    overrideConfig(local);
    await checkKeys();
    await seedSampleShop();
    expect(await addSampleOrders()).toBe(sampleOrders.length);

    const orders = await db().order.findMany({ orderBy: { id: "asc" } });
    expect(orders).toHaveLength(60);
    const ages = orders.map(({ createdAt }) => now().getTime() - createdAt.getTime());
    expect(ages).toEqual([...ages].sort((a, b) => b - a));
    expect(Math.max(...ages)).toBeLessThan(30 * 86_400_000);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    const byStatus = await db().order.groupBy({ by: ["status"], _count: true, orderBy: { status: "asc" } });
    expect(Object.fromEntries(byStatus.map(({ status, _count }) => [status, _count]))).toEqual({
      delivered: 53,
      delivering: 2,
      canceled: 2,
      expired: 3,
    });
    // Two wait for an operator's hand, and one buyer paid twice.
    expect(await db().fulfillment.count({ where: { status: "processing" } })).toBe(2);
    expect(await db().refund.count({ where: { status: "pending" } })).toBe(1);

    const findings = await checkShop();
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    const [counts] = await db().$queryRaw<{ wrong: number }[]>`
      SELECT count(*)::int AS wrong FROM sku_stocks t JOIN (
        SELECT i.sku_id, sum(i.quantity)::int AS sold FROM order_items i JOIN fulfillments f ON f.order_item_id = i.id
        WHERE f.status = 'ready' GROUP BY i.sku_id) s USING (sku_id) WHERE t.sold <> s.sold`;
    expect(counts?.wrong).toBe(0);
    expect(await db().coupon.findFirst({ select: { usedCount: true } })).toEqual({ usedCount: 2 });

    // No mail is sent.
    expect(await db().mail.count()).toBe(0);
    const [jobs] = await db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM graphile_worker._private_jobs`;
    expect(jobs?.count).toBe(0);
  });

  it("are left out where the test gateway is off: at a public address or by the configuration", async () => {
    overrideConfig({ ...local, "server.baseUrl": "https://shop.example.com" });
    await checkKeys();
    await seedSampleShop();
    expect(await addSampleOrders()).toBe(0);
    overrideConfig({ ...local, testGateway: "false" });
    expect(await addSampleOrders()).toBe(0);
    expect(await db().order.count()).toBe(0);
    expect(await db().user.count()).toBe(0);
  });
});
