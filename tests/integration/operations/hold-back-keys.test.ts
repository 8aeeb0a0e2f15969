import { describe, expect, it } from "vitest";
import { verifyAudit } from "@/lib/accounts/verify-audit";
import { db } from "@/lib/db/client";
import { checkShop } from "@/lib/operations/check-shop";
import { estimate, holdBackKeys } from "@/lib/operations/hold-back-keys";
import { anOrder, pay, stockOf } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";

describe("after a restore", () => {
  it("the next keys of each SKU are not sold again, and an alert names them", async () => {
    const { sku } = await aProduct({ keys: 20 });
    const { sku: small } = await aProduct({ keys: 3 });
    await pay((await anOrder({ sku })).orderId);
    const next = await db().secret.findFirstOrThrow({
      where: { skuId: sku.id, status: "available" },
      orderBy: { id: "asc" },
    });
    const held = await holdBackKeys({ since: new Date(Date.now() - 60_000), keys: 4 });
    expect(held).toEqual([
      { skuId: sku.id, held: 4, left: 15 },
      { skuId: small.id, held: 3, left: 0 },
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

  it("as many are held back as may have been sold in the gap, and some more", () => {
    expect(estimate(0, 3_600_000)).toBe(10);
    expect(estimate(1680, 3_600_000)).toBe(40);
  });
});
