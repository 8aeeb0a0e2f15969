import type { ClientInfo } from "../acts/actor";
import { AppError, isAppError } from "../core/errors";
import { refusal } from "../core/refusals/refusal";
import { db } from "../db/client";
import { buyerKeyOf } from "../pricing/coupons/coupon-buyer";
import { couponRules, normaliseCouponCode } from "../pricing/coupons/coupon-terms";
import type { QuoteRequest } from "../pricing/types";

const atItsLimit: readonly string[] = [couponRules.unavailable, couponRules.buyer_limit_reached];

/**
 * A coupon at its limit, which the caller's own unpaid order holds: the refusal names that order. An address is no proof of who
 * a guest is, so their order must also have come from where this request comes from.
 */
export async function heldByOwnOrder(
  error: unknown,
  { buyer, couponCode }: QuoteRequest,
  client: ClientInfo,
): Promise<AppError | null> {
  const buyerKey = buyerKeyOf(buyer);
  if (!isAppError(error, "coupon_not_applicable") || !atItsLimit.includes(error.refusal.rule) || !buyerKey)
    return null;
  const use = await db().couponUse.findFirst({
    where: {
      buyerKey,
      status: "reserved",
      coupon: { code: normaliseCouponCode(couponCode ?? "") },
      order: { status: "pending_payment", ...(buyer.kind === "guest" ? { ip: client.ip } : {}) },
    },
    orderBy: { id: "desc" },
    select: { order: { select: { orderNo: true } } },
  });
  if (!use) return null;
  const said = refusal("coupon_held", { order: use.order.orderNo });
  return new AppError("coupon_not_applicable", said, { field: "coupon_code" });
}
