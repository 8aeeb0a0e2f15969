import { now } from "../core/clock";
import { isAppError } from "../core/errors";
import type { Tx } from "../db/transaction";
import { recountCoupon } from "../pricing/coupon-use";
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
 * Whether late money may still have its order at the price of that time (C69). An order that expired keeps it. One that was
 * canceled, or whose coupon use was given back, is quoted again: today's price must not be above it, and the use is counted
 * again here.
 */
export async function keepsItsPrice(tx: Tx, orderId: number): Promise<boolean> {
  const order = await tx.order.findUniqueOrThrow({ where: { id: orderId }, select: wanted });
  const { buyerKind, userId, email, items } = order;
  const isReleased = order.couponUse?.status === "released";
  // An agent site's order has neither: it is settled with its operator.
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
