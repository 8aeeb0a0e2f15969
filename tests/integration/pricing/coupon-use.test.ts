import { describe, expect, it } from "vitest";
import { minutesFromNow, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { inTransaction } from "@/lib/db/transaction";
import { closeOrder } from "@/lib/orders/close-order";
import { lockOrder, markOrderPaid } from "@/lib/orders/mark-order-paid";
import { releaseCoupon } from "@/lib/pricing/coupons/coupon-use";
import { anOrder, pay } from "../../support/builders/orders";
import { anEmail, aProduct, aUser } from "../../support/builders/products";

const aCoupon = (data: Partial<Prisma.CouponUncheckedCreateInput> = {}) =>
  db().coupon.create({ data: { code: "SAVE", kind: "fixed", valueCents: 100n, ...data } });

const usedCount = async (id: number) => (await db().coupon.findUniqueOrThrow({ where: { id } })).usedCount;
const cancel = (orderId: number) => inTransaction((tx) => closeOrder(tx, orderId, "canceled", "test"));

function outcomes(results: PromiseSettledResult<unknown>[]) {
  const refusals = results
    .filter((result) => result.status === "rejected")
    .map((result) => result.reason as unknown);
  return { ok: results.length - refusals.length, refusals };
}

describe("coupon uses", () => {
  it("a coupon for five orders is used by five of thirty that come at once [O11]", async () => {
    const { sku } = await aProduct({ keys: 30 });
    const { id } = await aCoupon({ totalLimit: 5 });
    const { ok, refusals } = outcomes(
      await Promise.allSettled(Array.from({ length: 30 }, () => anOrder({ sku, couponCode: "SAVE" }))),
    );
    expect(ok).toBe(5);
    for (const refusal of refusals) expect(refusal).toMatchObject({ kind: "coupon_not_applicable" });
    expect(await usedCount(id)).toBe(5);
    expect(await db().couponUse.count()).toBe(5);
  });

  it("a buyer who may use it twice cannot use it three times by asking at once [O11]", async () => {
    const { sku } = await aProduct({ keys: 20 });
    const { id } = await aCoupon({ perBuyerLimit: 2 });
    const email = anEmail();
    const { ok } = outcomes(
      await Promise.allSettled(Array.from({ length: 12 }, () => anOrder({ sku, email, couponCode: "SAVE" }))),
    );
    expect(ok).toBe(2);
    expect(await usedCount(id)).toBe(2);
  });

  it("takes a guest and the user with that address for one buyer", async () => {
    const { sku } = await aProduct({ keys: 5 });
    await aCoupon({ perBuyerLimit: 1 });
    const user = await aUser();
    await anOrder({ sku, email: user.email, couponCode: "SAVE" });
    const asUser = { sku, userId: user.id, email: user.email, couponCode: "SAVE" };
    await expect(anOrder(asUser)).rejects.toMatchObject({ kind: "coupon_not_applicable" });

    const other = await aUser();
    await anOrder({ sku, userId: other.id, email: other.email, couponCode: "SAVE" });
    await expect(anOrder({ sku, email: other.email, couponCode: "SAVE" })).rejects.toMatchObject({
      kind: "coupon_not_applicable",
    });
  });

  it("a closed order gives its use back once, and the buyer may use it again [C21]", async () => {
    const { sku } = await aProduct({ keys: 5 });
    const { id } = await aCoupon({ totalLimit: 1, perBuyerLimit: 1 });
    const email = anEmail();
    const { orderId } = await anOrder({ sku, email, couponCode: "SAVE" });
    await Promise.all([cancel(orderId), cancel(orderId), inTransaction((tx) => releaseCoupon(tx, orderId))]);
    expect(await usedCount(id)).toBe(0);
    await anOrder({ sku, email, couponCode: "SAVE" });
    expect(await usedCount(id)).toBe(1);
  });

  it("keeps a paid order's use, whatever is released later", async () => {
    const { sku } = await aProduct({ keys: 5 });
    const { id } = await aCoupon();
    const { orderId } = await anOrder({ sku, couponCode: "SAVE" });
    await pay(orderId);
    await inTransaction((tx) => releaseCoupon(tx, orderId));
    expect(await usedCount(id)).toBe(1);
    expect(await db().couponUse.findFirst()).toMatchObject({ status: "used" });
  });

  it("a late payment counts the use again while the limit allows, and is accepted in any case [C23]", async () => {
    const { sku } = await aProduct({ keys: 5 });
    const { id } = await aCoupon({ totalLimit: 1 });
    const { orderId } = await anOrder({ sku, couponCode: "SAVE" });
    testClock.set(minutesFromNow(16));
    await inTransaction((tx) => closeOrder(tx, orderId, "expired", "test"));
    expect(await usedCount(id)).toBe(0);
    expect(await pay(orderId)).toBe("late");
    expect(await usedCount(id)).toBe(1);
  });

  it("a late payment beyond the limit is overpaid, unless an operator settles the price: that use does not count [C69]", async () => {
    const { sku } = await aProduct({ keys: 5 });
    const { id } = await aCoupon({ totalLimit: 1 });
    const { orderId } = await anOrder({ sku, couponCode: "SAVE" });
    await cancel(orderId);
    await anOrder({ sku, couponCode: "SAVE" });
    expect(await pay(orderId)).toBe("overpaid");
    expect(await db().order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
      status: "canceled",
      paymentStatus: "unpaid",
    });
    const settled = { actor: "test", isPriceSettled: true };
    expect(await inTransaction(async (tx) => markOrderPaid(tx, await lockOrder(tx, orderId), settled))).toBe(
      "late",
    );
    expect(await usedCount(id)).toBe(1);
    expect(await db().couponUse.findUniqueOrThrow({ where: { orderId } })).toMatchObject({
      status: "released",
    });
  });

  it("has its limits in the database too", async () => {
    const { id } = await aCoupon({ totalLimit: 1, usedCount: 1 });
    await expect(db().coupon.update({ where: { id }, data: { usedCount: 2 } })).rejects.toThrow(
      /coupons_used_count_check/,
    );
    await expect(db().coupon.update({ where: { id }, data: { usedCount: -1 } })).rejects.toThrow(
      /coupons_used_count_check/,
    );
    await expect(aCoupon({ code: "lower" })).rejects.toThrow(/coupons_code_check/);
    await expect(aCoupon({ code: "BOTH", percent: 10 })).rejects.toThrow(/coupons_value_check/);
  });
});
