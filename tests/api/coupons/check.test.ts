import { describe, expect, it } from "vitest";
import { GET } from "@/app/api/v1/coupons/check/route";
import { now, secondsFromNow } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { CouponCheck } from "@/lib/pricing/schema";
import { forgetSettings } from "@/lib/settings/queries";
import { aLoggedInUser } from "../../support/builders/accounts";
import { anOrder } from "../../support/builders/orders";
import { aProduct, aSku } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";

const check = (token: string, query: Record<string, string | number>) =>
  call<CouponCheck>(GET, "GET", {
    path: `/api/v1/coupons/check?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
    token,
  });

const aCoupon = (data: Partial<Prisma.CouponUncheckedCreateInput> = {}) =>
  db().coupon.create({ data: { code: "SAVE", kind: "percent", percent: 10, ...data } });

describe("GET /api/v1/coupons/check", () => {
  it("tells what a coupon would take off and what would be left to pay", async () => {
    const { token } = await aLoggedInUser();
    const { product, sku } = await aProduct({ priceCents: 1999n });
    const endsAt = secondsFromNow(3600);
    await aCoupon({ endsAt });
    const { status, data } = await check(token, {
      code: "save",
      product_id: product.id,
      sku_id: sku.id,
      quantity: 3,
    });
    expect(status).toBe(200);
    expect(data).toEqual({
      valid: true,
      reason: null,
      message: null,
      discount_amount: "6.00",
      payable_amount: "53.97",
      ends_at: endsAt.toISOString(),
    });
    expect(await db().couponUse.count()).toBe(0);
  });

  it("agrees with the order that follows", async () => {
    const { user, token } = await aLoggedInUser();
    const { product, sku } = await aProduct({ keys: 3, priceCents: 333n });
    await aCoupon({ percent: 33 });
    const { data } = await check(token, { code: "SAVE", product_id: product.id, quantity: 2 });
    const { orderId } = await anOrder({
      sku,
      quantity: 2,
      userId: user.id,
      email: user.email,
      couponCode: "SAVE",
    });
    const order = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    expect(data.payable_amount).toBe((Number(order.amountCents) / 100).toFixed(2));
    expect(data.discount_amount).toBe((Number(order.discountCents) / 100).toFixed(2));
  });

  it("is always 200, and says why a coupon does not count", async () => {
    const { token } = await aLoggedInUser();
    const { product } = await aProduct({ priceCents: 500n, product: { maxQuantity: 5 } });
    const { product: other } = await aProduct();
    await aCoupon({ code: "BIG", minAmountCents: 1000n });
    await aCoupon({ code: "OTHER", productIds: [other.id] });
    await aCoupon({ code: "GOLD", levelIds: [99] });
    const item = { product_id: product.id, quantity: 1 };
    for (const [query, reason] of [
      [{ code: "NOPE", ...item }, "unavailable"],
      [{ code: "BIG", ...item }, "minimum_not_reached"],
      [{ code: "OTHER", ...item }, "other_products"],
      [{ code: "GOLD", ...item }, "other_level"],
      [{ code: "BIG", product_id: 999_999 }, "product_unavailable"],
      [{ code: "BIG", ...item, quantity: 6 }, "quantity"],
    ] as const) {
      const answer = await check(token, query);
      expect(answer.status).toBe(200);
      expect(answer.data).toMatchObject({ valid: false, reason, discount_amount: "0.00" });
      expect(answer.data.message).toEqual(expect.any(String));
    }
    expect((await check(token, { code: "BIG", ...item })).data.payable_amount).toBe("5.00");
    expect((await check(token, { code: "BIG", ...item, quantity: 2 })).data.valid).toBe(true);
  });

  it("looks at a code alone when no product is named", async () => {
    const { user, token } = await aLoggedInUser();
    const { sku } = await aProduct({ keys: 2 });
    await aCoupon({ perBuyerLimit: 1 });
    expect((await check(token, { code: "SAVE" })).data).toMatchObject({
      valid: true,
      discount_amount: "0.00",
    });
    await anOrder({ sku, userId: user.id, email: user.email, couponCode: "SAVE" });
    expect((await check(token, { code: "SAVE" })).data).toMatchObject({
      valid: false,
      reason: "buyer_limit_reached",
    });
  });

  it("unknown, expired, used-up and switched-off codes get one answer, and guesses end [O12]", async () => {
    const { token } = await aLoggedInUser();
    await aCoupon({ code: "ENDED", endsAt: new Date("2020-01-01T00:00:00Z") });
    await aCoupon({ code: "USED", totalLimit: 1, usedCount: 1 });
    await aCoupon({ code: "OFF", isActive: false });
    const answers = [];
    for (const code of ["NOPE", "ENDED", "USED", "OFF"])
      answers.push(JSON.stringify((await check(token, { code })).data));
    expect(new Set(answers).size).toBe(1);
    for (let n = 0; n < 6; n++) expect((await check(token, { code: `GUESS${n}` })).status).toBe(200);
    const limited = await check(token, { code: "GUESS" });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("names what is wrong with the query, and asks who is calling", async () => {
    overrideConfig({ "limits.redeemPerMinute": "1000" });
    const { token } = await aLoggedInUser();
    const { product } = await aProduct();
    await aSku(product.id);
    await aCoupon();
    for (const [query, field] of [
      [{}, "code"],
      [{ code: "SAVE", sku_id: 1 }, "product_id"],
      [{ code: "SAVE", product_id: "x" }, "product_id"],
      [{ code: "SAVE", product_id: product.id, quantity: 0 }, "quantity"],
      [{ code: "SAVE", product_id: product.id, quantity: "1.5" }, "quantity"],
      [{ code: "SAVE", product_id: product.id }, "sku_id"],
    ] as [Record<string, string | number>, string][]) {
      const answer = await check(token, query);
      expect(answer.json.status_code).toBe(400);
      expect(answer.json.msg).toMatch(new RegExp(`^${field}: `));
    }
    expect((await call(GET, "GET", { path: "/api/v1/coupons/check?code=SAVE" })).status).toBe(401);
  });

  it("knows no coupon where they are switched off", async () => {
    const { token } = await aLoggedInUser();
    await aCoupon();
    await db().setting.create({ data: { key: "features", value: { coupons: false }, updatedAt: now() } });
    forgetSettings();
    expect((await check(token, { code: "SAVE" })).data).toMatchObject({
      valid: false,
      reason: "unavailable",
    });
  });
});
