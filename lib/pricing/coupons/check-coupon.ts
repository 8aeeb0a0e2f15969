import type { ClientInfo, UserActor } from "../../acts/actor";
import { now } from "../../core/clock";
import { isAppError } from "../../core/errors";
import type { PlainRule } from "../../core/refusals/refusal";
import { sayRefusal } from "../../core/refusals/translate";
import { toMoney, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { consumeNetworkLimit } from "../../db/rate-limit";
import { getSettings } from "../../settings/queries";
import { type PricedOrder, priceOrder } from "../price-order";
import { findCoupon, findLevelIdOfUser } from "../queries";
import type { CouponCheck, CouponCheckQuery, CouponCheckReason } from "../schema";
import type { QuoteBuyer } from "../types";
import { couponRefusal, couponRules, normaliseCouponCode } from "./coupon-terms";

const rules: Record<CouponCheckReason, PlainRule> = {
  ...couponRules,
  product_unavailable: "product_not_for_sale",
  quantity: "quantity_not_possible",
};

/** The sentence is added where the reader is known. */
const refused = (reason: CouponCheckReason, payableCents = 0n): CouponCheck => ({
  valid: false,
  reason,
  message: null,
  discount_amount: toMoney(0n),
  payable_amount: toMoney(payableCents),
  ends_at: null,
});

async function checkCodeAlone(code: string, buyer: QuoteBuyer, levelId: number | null): Promise<CouponCheck> {
  const { features } = await getSettings();
  const coupon = features.coupons ? await findCoupon(db(), normaliseCouponCode(code), buyer) : null;
  if (!coupon) return refused("unavailable");
  const refusal = couponRefusal(coupon, { at: now(), levelId, uses: coupon.buyerUses });
  if (refusal) return refused(refusal);
  return { ...accepted(0n, 0n), ends_at: toTimeOrNull(coupon.endsAt) };
}

const accepted = (discountCents: bigint, payableCents: bigint): CouponCheck => ({
  valid: true,
  reason: null,
  message: null,
  discount_amount: toMoney(discountCents),
  payable_amount: toMoney(payableCents),
  ends_at: null,
});

async function price(
  query: CouponCheckQuery & { product_id: number },
  buyer: QuoteBuyer,
): Promise<PricedOrder | CouponCheckReason> {
  const { code, product_id: productId, sku_id: skuId = null, quantity } = query;
  try {
    return await priceOrder(db(), {
      lines: [{ productId, skuId, quantity }],
      buyer,
      couponCode: code,
      at: now(),
    });
  } catch (error) {
    if (isAppError(error, "not_found")) return "product_unavailable";
    if (isAppError(error, "malformed") && error.field === "quantity") return "quantity";
    throw error;
  }
}

async function check(actor: UserActor, query: CouponCheckQuery): Promise<CouponCheck> {
  const user = await db().user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { id: true, email: true },
  });
  const buyer: QuoteBuyer = { kind: "user", userId: user.id, email: user.email };
  const { product_id } = query;
  if (product_id === undefined) {
    return checkCodeAlone(query.code, buyer, await findLevelIdOfUser(db(), user.id));
  }
  const priced = await price({ ...query, product_id }, buyer);
  if (typeof priced === "string") return refused(priced);
  const { refusal, coupon, couponDiscountCents, quote } = priced;
  if (refusal) return refused(refusal, quote.amountCents);
  return { ...accepted(couponDiscountCents, quote.amountCents), ends_at: toTimeOrNull(coupon?.endsAt) };
}

/**
 * GET /api/v1/coupons/check: answers `valid: false` with a reason instead of failing, so that a form can show it.
 * @throws AppError `rate_limited`, `malformed` when the product has several variants and none was named
 */
export async function checkCoupon(
  actor: UserActor,
  client: ClientInfo,
  query: CouponCheckQuery,
): Promise<CouponCheck> {
  await consumeNetworkLimit("coupon_check_network", client.ip);
  const checked = await check(actor, query);
  if (checked.reason === null) return checked;
  return { ...checked, message: sayRefusal(rules[checked.reason], await client.readLocale()) };
}
