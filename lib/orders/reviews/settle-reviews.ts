import type { Tx } from "../../db/transaction";
import { moveReviews } from "../sql/reviews";
import { findReviewable } from "./reviewable";

/**
 * After money of an order went back or was asked back: a review of what is no longer bought is withdrawn, and waits to be looked at
 * again when a dispute was won. The caller has locked the order.
 */
export async function settleReviews(tx: Tx, orderId: number, isFrozen: boolean): Promise<void> {
  const reviews = await tx.review.findMany({
    where: { orderId },
    select: { id: true, productId: true, status: true },
  });
  if (reviews.length === 0) return;
  const bought = new Set((await findReviewable(tx, orderId, isFrozen)).map(({ productId }) => productId));
  const idsOf = (isBought: boolean) =>
    reviews.filter(({ productId }) => bought.has(productId) === isBought).map(({ id }) => id);
  await moveReviews(tx, idsOf(false), "withdrawn");
  const back = reviews.filter(({ status }) => status === "withdrawn").map(({ id }) => id);
  await moveReviews(
    tx,
    idsOf(true).filter((id) => back.includes(id)),
    "waiting",
  );
}
