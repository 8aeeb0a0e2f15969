import { now } from "../core/clock";
import { isAppError } from "../core/errors";
import type { Tx } from "../db/transaction";
import { recountCoupon } from "../pricing/coupons/coupon-use";
import { quoteOrder } from "../pricing/quote-order";
import type { QuoteBuyer } from "../pricing/types";
import { orderedLines } from "./sold-bundles";

const wanted = {
  status: true,
  buyerKind: true,
  userId: true,
  email: true,
  amountCents: true,
  coupon: { select: { code: true } },
  couponUse: { select: { status: true } },
  items: {
    select: { productId: true, skuId: true, quantity: true, bundle: true },
    orderBy: { position: "asc" },
  },
} as const;

/**
 * Whether late money pays the order at its old price (C69). An expired order keeps that price. An order that was canceled, or
 * whose coupon use was given back, is quoted again: today's price must not be higher, and the coupon use is counted again.
 */
export async function keepsItsPrice(tx: Tx, orderId: number): Promise<boolean> {
  const order = await tx.order.findUniqueOrThrow({ where: { id: orderId }, select: wanted });
  const { buyerKind, userId, email, items } = order;
  const isReleased = order.couponUse?.status === "released";
  // Neither rule is for an agent's order, whose price is settled with the agent.
  if (buyerKind === "site" || (order.status !== "canceled" && !isReleased)) return true;
  const buyer: QuoteBuyer =
    userId === null ? { kind: "guest", email } : { kind: "user", userId, email: email ?? "" };
  const couponCode = order.coupon?.code ?? null;
  try {
    const today = await quoteOrder(tx, { lines: orderedLines(items), buyer, couponCode, at: now() });
    if (today.amountCents > order.amountCents) return false;
  } catch (error) {
    // Not sold any more, or not with this coupon.
    if (isAppError(error)) return false;
    throw error;
  }
  return !isReleased || recountCoupon(tx, orderId);
}
