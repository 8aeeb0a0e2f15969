import { now } from "../core/clock";
import { AppError } from "../core/errors";
import type { Tx } from "../db/transaction";
import { keysOfBuyer } from "./coupon-buyer";
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
  const counted = await tx.$executeRaw`
    UPDATE coupons SET used_count = used_count + 1
    WHERE id = ${couponId} AND is_active AND (total_limit IS NULL OR used_count < total_limit)`;
  if (counted === 0) throw refuse("unavailable");
  const reserved = await tx.$executeRaw`
    INSERT INTO coupon_uses (coupon_id, order_id, buyer_key, created_at)
    SELECT c.id, ${orderId}, ${buyerKey}, ${now()}::timestamptz FROM coupons c
    WHERE c.id = ${couponId} AND (c.per_buyer_limit IS NULL OR c.per_buyer_limit > (
      SELECT count(*) FROM coupon_uses u
      WHERE u.coupon_id = c.id AND u.status <> 'released' AND u.buyer_key IN (${keysOfBuyer(buyerKey)})))`;
  if (reserved === 0) throw refuse("buyer_limit_reached");
}

/**
 * The order was paid. A use that its order's expiry had given back is counted again while the limit allows;
 * beyond it the late payer keeps the discount and the count stays as it is.
 */
export async function confirmCoupon(tx: Tx, orderId: number): Promise<void> {
  await tx.$executeRaw`
    WITH asked AS (
      SELECT id, coupon_id, status FROM coupon_uses WHERE order_id = ${orderId} AND status <> 'used' FOR UPDATE),
    recounted AS (
      UPDATE coupons c SET used_count = used_count + 1 FROM asked
      WHERE asked.status = 'released' AND c.id = asked.coupon_id
        AND (c.total_limit IS NULL OR c.used_count < c.total_limit)
      RETURNING c.id)
    UPDATE coupon_uses u SET status = 'used' FROM asked
    WHERE u.id = asked.id AND (asked.status = 'reserved' OR EXISTS (SELECT 1 FROM recounted))`;
}

/**
 * Counts a use again that was given back, for late money.
 * @returns false, with nothing changed, when the coupon is switched off, deleted or at one of its limits.
 */
export async function recountCoupon(tx: Tx, orderId: number): Promise<boolean> {
  const counted = await tx.$queryRaw<{ buyerKey: string }[]>`
    UPDATE coupons c SET used_count = used_count + 1 FROM coupon_uses u
    WHERE u.order_id = ${orderId} AND u.status = 'released' AND c.id = u.coupon_id AND c.is_active
      AND (c.total_limit IS NULL OR c.used_count < c.total_limit)
    RETURNING u.buyer_key AS "buyerKey"`;
  const [use] = counted;
  if (!use) return false;
  const taken = await tx.$executeRaw`
    UPDATE coupon_uses u SET status = 'reserved' FROM coupons c
    WHERE u.order_id = ${orderId} AND u.status = 'released' AND c.id = u.coupon_id
      AND (c.per_buyer_limit IS NULL OR c.per_buyer_limit > (
        SELECT count(*) FROM coupon_uses o
        WHERE o.coupon_id = c.id AND o.status <> 'released' AND o.buyer_key IN (${keysOfBuyer(use.buyerKey)})))`;
  if (taken === 1) return true;
  await tx.$executeRaw`
    UPDATE coupons SET used_count = used_count - 1 FROM coupon_uses u
    WHERE u.order_id = ${orderId} AND coupons.id = u.coupon_id`;
  return false;
}

/** The order was closed unpaid: its use is given back, once. */
export async function releaseCoupon(tx: Tx, orderId: number): Promise<void> {
  await tx.$executeRaw`
    WITH freed AS (
      UPDATE coupon_uses SET status = 'released' WHERE order_id = ${orderId} AND status = 'reserved' RETURNING coupon_id)
    UPDATE coupons SET used_count = used_count - 1 FROM freed WHERE coupons.id = freed.coupon_id`;
}
