import { describe, expect, it } from "vitest";
import { verifyAudit } from "@/lib/acts/verify-audit";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { checkShop } from "@/lib/operations/checks/check-shop";
import { estimate, holdBackKeys } from "@/lib/operations/held-back/hold-back-keys";
import { anOrder, pay, stockOf } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";

const minuteAgo = () => new Date(now().getTime() - 60_000);
const nobody = async () => null;

describe("after a restore without a journal", () => {
  it("the next keys of each SKU are not sold again, and an alert names them", async () => {
    const { sku } = await aProduct({ keys: 20 });
    const { sku: small } = await aProduct({ keys: 3 });
    await pay((await anOrder({ sku })).orderId);
    const next = await db().secret.findFirstOrThrow({
      where: { skuId: sku.id, status: "available" },
      orderBy: { id: "asc" },
    });
    const { rule, skus } = await holdBackKeys({ since: minuteAgo(), keys: 4 }, nobody);
    expect(rule).toBe("number");
    expect(skus).toEqual([
      { skuId: sku.id, handedOut: 0, held: 4, left: 15 },
      { skuId: small.id, handedOut: 0, held: 3, left: 0 },
    ]);
    expect((await db().secret.findUniqueOrThrow({ where: { id: next.id } })).status).toBe("void");
    expect((await stockOf(sku.id)).counters.available).toBe(15);
    await pay((await anOrder({ sku })).orderId);
    const last = await db().secret.findFirstOrThrow({ where: { status: "sold" }, orderBy: { id: "desc" } });
    expect(last.id).toBe(next.id + 4);
    expect(await db().alert.count({ where: { kind: "stock.held_back", resolvedAt: null } })).toBe(2);
    expect(await verifyAudit()).toMatchObject({ intact: true, checked: 2 });
    expect((await checkShop()).filter(({ ok }) => !ok)).toEqual([]);
  });

  it("every key is held back, those of open orders too, unless a number or a fail-over says how many [C75]", async () => {
    const { sku } = await aProduct({ keys: 30 });
    const open = await anOrder({ sku });
    const failedOver = await holdBackKeys({ since: minuteAgo(), isFailOver: true }, nobody);
    expect([failedOver.rule, failedOver.skus]).toEqual([
      "estimate",
      [{ skuId: sku.id, handedOut: 0, held: 10, left: 19 }],
    ]);
    const restored = await holdBackKeys({ since: minuteAgo() }, nobody);
    expect([restored.rule, restored.skus]).toEqual([
      "all",
      [{ skuId: sku.id, handedOut: 0, held: 20, left: 0 }],
    ]);
    expect((await stockOf(sku.id)).counters).toMatchObject({ available: 0, reserved: 0 });
    expect((await db().order.findUniqueOrThrow({ where: { id: open.orderId } })).status).toBe("canceled");
    expect((await checkShop()).filter(({ ok }) => !ok)).toEqual([]);
  });

  it("holds back as many as may have been sold in the gap, and some more", () => {
    const hour = 3_600_000;
    expect(estimate(0, hour, hour)).toBe(10);
    expect(estimate(1680, 168 * hour, hour)).toBe(40);
    expect(estimate(3600, hour, 5000)).toBe(25);
  });
});
