import { AppError } from "../../core/errors";
import type { Tx } from "../../db/transaction";
import {
  confirmCouponUse,
  countCouponUse,
  countReleasedUse,
  insertCouponUse,
  releaseCouponUse,
  reserveReleasedUse,
  uncountUse,
} from "../sql/coupons";
import { type CouponRefusal, couponRules } from "./coupon-terms";

const refuse = (refusal: CouponRefusal) =>
  new AppError("coupon_not_applicable", couponRules[refusal], { field: "coupon_code" });

export interface CouponReservation {
  couponId: number;
  orderId: number;
  buyerKey: string;
}

/**
 * Counts one use of a coupon for an order. Call it late in the transaction: the coupon's row stays locked until the end.
 * The count goes first because its row lock makes the buyer's uses, read by the second statement, final.
 * @throws AppError `coupon_not_applicable` when a limit is reached.
 */
export async function reserveCoupon(
  tx: Tx,
  { couponId, orderId, buyerKey }: CouponReservation,
): Promise<void> {
  if (!(await countCouponUse(tx, couponId))) throw refuse("unavailable");
  if (!(await insertCouponUse(tx, { couponId, orderId, buyerKey }))) throw refuse("buyer_limit_reached");
}

/**
 * The order was paid. A use that its order's expiry had given back is counted again while the limit allows;
 * beyond it the late payer keeps the discount and the count stays as it is.
 */
export async function confirmCoupon(tx: Tx, orderId: number): Promise<void> {
  await confirmCouponUse(tx, orderId);
}

/**
 * Counts a use again that was given back, for late money.
 * @returns false, with nothing changed, when the coupon is switched off, deleted or at one of its limits.
 */
export async function recountCoupon(tx: Tx, orderId: number): Promise<boolean> {
  const use = await countReleasedUse(tx, orderId);
  if (!use) return false;
  if (await reserveReleasedUse(tx, orderId, use.buyerKey)) return true;
  await uncountUse(tx, orderId);
  return false;
}

/** The order was closed unpaid: its use is given back, once. */
export async function releaseCoupon(tx: Tx, orderId: number): Promise<void> {
  await releaseCouponUse(tx, orderId);
}
