import { describe, expect, it } from "vitest";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { quoteOrder } from "@/lib/pricing/quote-order";
import type { QuoteBuyer } from "@/lib/pricing/types";
import { aProduct, aSku, aUser } from "../../support/builders/products";

const guest: QuoteBuyer = { kind: "guest", email: "guest@example.com" };

interface Line {
  productId: number;
  skuId?: number | null;
  quantity?: number;
}

const quoteFor = (lines: Line[], buyer: QuoteBuyer = guest, couponCode: string | null = null) =>
  quoteOrder(db(), {
    lines: lines.map(({ productId, skuId = null, quantity = 1 }) => ({ productId, skuId, quantity })),
    buyer,
    couponCode,
    at: now(),
  });

async function aMember(data: { discountPercent?: number; isDefault?: boolean } = {}, isAssigned = true) {
  const level = await db().memberLevel.create({ data: { slug: "gold", name: "Gold", ...data } });
  const user = await aUser(isAssigned ? { memberLevelId: level.id } : {});
  return { level, buyer: { kind: "user", userId: user.id, email: user.email } satisfies QuoteBuyer };
}

const aSite = (memberLevelId: number | null = null) =>
  db().site.create({ data: { name: "Agent", apiKey: "agent-key-0001", memberLevelId } });

describe("quoteOrder", () => {
  it("prices a guest's order by the list", async () => {
    const { product, sku } = await aProduct({ priceCents: 1250n, sku: { costCents: 700n } });
    const quote = await quoteFor([{ productId: product.id, quantity: 3 }]);
    expect(quote).toMatchObject({
      currency: "USD",
      memberLevelId: null,
      coupon: null,
      originalCents: 3750n,
      discountCents: 0n,
      amountCents: 3750n,
    });
    expect(quote.lines).toEqual([
      expect.objectContaining({
        skuId: sku.id,
        unitPriceCents: 1250n,
        totalCents: 3750n,
        costCents: 700n,
        delivery: "auto",
        source: "local",
      }),
    ]);
  });

  it("takes a member's percentage, the level's own price first, and the default level for those without", async () => {
    const { product, sku } = await aProduct({ priceCents: 999n });
    const { level, buyer } = await aMember({ discountPercent: 15, isDefault: true }, false);
    expect(await quoteFor([{ productId: product.id }], buyer)).toMatchObject({
      memberLevelId: level.id,
      amountCents: 849n,
      discountCents: 150n,
    });
    await db().levelPrice.create({ data: { levelId: level.id, skuId: sku.id, priceCents: 900n } });
    expect((await quoteFor([{ productId: product.id }], buyer)).amountCents).toBe(900n);
    expect((await quoteFor([{ productId: product.id }])).amountCents).toBe(999n);
  });

  it("takes the better of level and wholesale price, counting all units of the product in the order", async () => {
    const { product, sku } = await aProduct({ priceCents: 1000n });
    const other = await aSku(product.id, { priceCents: 1000n });
    await db().wholesaleTier.create({ data: { productId: product.id, minQuantity: 10, priceCents: 800n } });
    const { buyer } = await aMember({ discountPercent: 10 });
    const split = [
      { productId: product.id, skuId: sku.id, quantity: 4 },
      { productId: product.id, skuId: other.id, quantity: 6 },
    ];
    expect((await quoteFor(split, buyer)).amountCents).toBe(8000n);
    expect((await quoteFor(split.slice(0, 1), buyer)).amountCents).toBe(3600n);
  });

  it("prices each option by its own tiers, counting all units of the product in the order", async () => {
    const { product, sku } = await aProduct({ priceCents: 1000n });
    const other = await aSku(product.id, { priceCents: 4000n });
    await db().wholesaleTier.create({ data: { productId: product.id, minQuantity: 10, priceCents: 800n } });
    await db().sku.update({
      where: { id: other.id },
      data: { wholesale: [{ min_quantity: 10, percent: 50 }] },
    });
    const guest = { kind: "guest", email: "a@example.com" } as const;
    const lines = (a: number, b: number) => [
      { productId: product.id, skuId: sku.id, quantity: a },
      { productId: product.id, skuId: other.id, quantity: b },
    ];
    expect((await quoteFor(lines(4, 6), guest)).amountCents).toBe(4n * 800n + 6n * 2000n);
    expect((await quoteFor(lines(4, 5), guest)).amountCents).toBe(4n * 1000n + 5n * 4000n);
  });

  it("prices a site by its own list, then its level, and knows no coupon for it", async () => {
    const { product, sku } = await aProduct({ priceCents: 1000n });
    const level = await db().memberLevel.create({
      data: { slug: "agents", name: "Agents", discountPercent: 20 },
    });
    const site = await aSite(level.id);
    const buyer: QuoteBuyer = { kind: "site", siteId: site.id };
    expect(await quoteFor([{ productId: product.id, quantity: 2 }], buyer)).toMatchObject({
      originalCents: 1600n,
      discountCents: 0n,
      amountCents: 1600n,
    });
    await db().sitePrice.create({ data: { siteId: site.id, skuId: sku.id, priceCents: 1100n } });
    expect((await quoteFor([{ productId: product.id }], buyer)).amountCents).toBe(1100n);
    await db().coupon.create({ data: { code: "TEN", kind: "percent", percent: 10 } });
    await expect(quoteFor([{ productId: product.id }], buyer, "TEN")).rejects.toMatchObject({
      kind: "coupon_not_applicable",
    });
  });

  it("needs sku_id only when the product has several variants, and names the field", async () => {
    const { product, sku } = await aProduct();
    await aSku(product.id, { sku: { isActive: false } });
    expect((await quoteFor([{ productId: product.id }])).lines[0]?.skuId).toBe(sku.id);
    await aSku(product.id);
    await expect(quoteFor([{ productId: product.id }])).rejects.toMatchObject({
      kind: "malformed",
      field: "sku_id",
    });
    const { product: second } = await aProduct();
    await expect(quoteFor([{ productId: second.id }, { productId: product.id }])).rejects.toMatchObject({
      field: "items.1.sku_id",
    });
  });

  it("does not sell what is not for sale", async () => {
    const { product, sku } = await aProduct();
    const { product: other } = await aProduct();
    const inactive = await aSku(product.id, { sku: { isActive: false } });
    const { product: draft } = await aProduct({ product: { status: "draft" } });
    for (const line of [
      { productId: 999_999 },
      { productId: draft.id },
      { productId: product.id, skuId: inactive.id },
      { productId: other.id, skuId: sku.id },
    ]) {
      await expect(quoteFor([line])).rejects.toMatchObject({ kind: "not_found" });
    }
  });

  it("keeps to the product's limits, however the lines are cut [O9]", async () => {
    const { product, sku } = await aProduct({ product: { minQuantity: 2, maxQuantity: 5 } });
    const line = (quantity: number) => ({ productId: product.id, skuId: sku.id, quantity });
    for (const lines of [[line(1)], [line(6)], [line(3), line(3)], [line(1.5)]]) {
      await expect(quoteFor(lines)).rejects.toMatchObject({ kind: "malformed" });
    }
    expect((await quoteFor([line(1), line(1)])).lines).toHaveLength(2);
  });

  it("keeps a members' product from guests", async () => {
    const { product } = await aProduct({ product: { purchaseType: "member" } });
    await expect(quoteFor([{ productId: product.id }])).rejects.toMatchObject({ kind: "members_only" });
    const { buyer } = await aMember();
    expect((await quoteFor([{ productId: product.id }], buyer)).lines).toHaveLength(1);
  });

  it("takes a coupon off the products that it covers, at their reduced price", async () => {
    const { product: covered } = await aProduct({ priceCents: 1000n });
    const { product: other } = await aProduct({ priceCents: 500n });
    await db().coupon.create({
      data: { code: "SAVE10", kind: "percent", percent: 10, productIds: [covered.id], minAmountCents: 1000n },
    });
    const lines = [{ productId: covered.id, quantity: 2 }, { productId: other.id }];
    const quote = await quoteFor(lines, guest, " save10 ");
    expect(quote).toMatchObject({ originalCents: 2500n, discountCents: 200n, amountCents: 2300n });
    expect(quote.lines.map((line) => line.totalCents)).toEqual([1800n, 500n]);
    expect(quote.coupon?.code).toBe("SAVE10");
  });

  it("refuses unknown, expired, used-up and switched-off coupons with one text [O12]", async () => {
    const { product } = await aProduct();
    const base = { kind: "fixed", valueCents: 100n } as const;
    await db().coupon.createMany({
      data: [
        { ...base, code: "ENDED", endsAt: new Date("2020-01-01T00:00:00Z") },
        { ...base, code: "USEDUP", totalLimit: 1, usedCount: 1 },
        { ...base, code: "OFF", isActive: false },
      ],
    });
    const texts = await Promise.all(
      ["UNKNOWN", "ENDED", "USEDUP", "OFF"].map((code) =>
        quoteFor([{ productId: product.id }], guest, code).catch((error: Error) => error.message),
      ),
    );
    expect(new Set(texts)).toEqual(new Set(["This coupon code cannot be used"]));
  });

  it("refuses a total that no amount on the wire could carry", async () => {
    const { product } = await aProduct({ priceCents: 99_999_999_999_999n });
    await expect(quoteFor([{ productId: product.id, quantity: 2 }])).rejects.toMatchObject({
      kind: "malformed",
    });
  });
});
