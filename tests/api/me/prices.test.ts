import { describe, expect, it } from "vitest";
import { GET } from "@/app/api/v1/me/prices/route";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { findMemberPrices } from "@/lib/pricing/levels/member-prices";
import { quoteOrder } from "@/lib/pricing/quote-order";
import type { OwnPrices } from "@/lib/pricing/schema";
import { aLoggedInUser } from "../../support/builders/accounts";
import { aProduct, aSku } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const ask = (productIds: string, token?: string) =>
  call<OwnPrices>(GET, "GET", {
    path: `/api/v1/me/prices?product_ids=${productIds}`,
    ...(token ? { token } : {}),
  });

async function aMember(discountPercent: number) {
  const level = await db().memberLevel.create({ data: { slug: "gold", name: "Gold", discountPercent } });
  const { user, token } = await aLoggedInUser({ memberLevelId: level.id });
  return { level, user, token };
}

describe("GET /api/v1/me/prices", () => {
  it("tells a member the lowest own price of each product, where it is below the list", async () => {
    const { level, token } = await aMember(0);
    const { product, sku } = await aProduct({ priceCents: 2000n });
    await aSku(product.id, { priceCents: 3000n });
    const { product: other } = await aProduct({ priceCents: 500n });
    await db().levelPrice.create({ data: { levelId: level.id, skuId: sku.id, priceCents: 1500n } });
    const { status, data, headers } = await ask(`${product.id},${other.id},2147483647`, token);
    expect(status).toBe(200);
    expect(data).toEqual({ level_name: "Gold", prices: [{ product_id: product.id, price: "15.00" }] });
    expect(headers.get("cache-control")).toContain("no-store");
  });

  it("names the member's level in the language that is asked for", async () => {
    const { level, token } = await aMember(10);
    await db().memberLevel.update({
      where: { id: level.id },
      data: { translations: { zh: { name: "金卡会员" } } },
    });
    const { product } = await aProduct();
    expect((await ask(String(product.id), token)).data).toMatchObject({ level_name: "Gold" });
    expect((await ask(`${product.id}&lang=zh`, token)).data).toMatchObject({ level_name: "金卡会员" });
  });

  it("has no price of its own for a member without a level, and no answer for a guest", async () => {
    const { token } = await aLoggedInUser();
    const { product } = await aProduct();
    expect((await ask(String(product.id), token)).data).toEqual({ level_name: null, prices: [] });
    expect((await ask(String(product.id))).status).toBe(401);
  });

  it("refuses what is no list of ids", async () => {
    const { token } = await aLoggedInUser();
    for (const ids of ["", "1,", "a", "-1", Array.from({ length: 101 }, () => "1").join(",")])
      expect((await ask(ids, token)).status, ids).toBe(400);
  });
});

describe("the tiers of a member", () => {
  it("are what the order costs from each quantity on, and none is dearer than the member's own price", async () => {
    const { user } = await aMember(20);
    const { product, sku } = await aProduct({
      priceCents: 1000n,
      sku: { wholesale: [5, 15, 30].map((percent, at) => ({ min_quantity: [2, 5, 10][at], percent })) },
    });
    const own = await findMemberPrices(user.id, [product.id]);
    expect(own?.bySku[sku.id]).toBe("8.00");
    expect(own?.tiersBySku[sku.id]).toEqual([{ min_quantity: 10, price: "7.00" }]);
    const costs: string[] = [];
    for (const quantity of [1, 2, 5, 9, 10]) {
      const { lines } = await quoteOrder(db(), {
        lines: [{ productId: product.id, skuId: null, quantity }],
        buyer: { kind: "user", userId: user.id, email: user.email },
        couponCode: null,
        at: now(),
      });
      costs.push(String(lines[0]?.unitPriceCents));
    }
    expect(costs).toEqual(["800", "800", "800", "800", "700"]);
  });
});
