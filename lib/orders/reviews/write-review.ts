import { actorName, type GuestActor, type UserActor } from "../../acts/actor";
import { AppError, notFound } from "../../core/errors";
import { consumeLimit } from "../../db/rate-limit";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { isDeliveryFrozen } from "../disputes";
import { lockOrder } from "../mark-order-paid";
import { getOwnOrderId } from "../queries";
import { recordEvent } from "../record-event";
import { moveReviews, writeReviewRow } from "../sql/reviews";
import { findReviewable } from "./reviewable";
import type { ReviewBody, ReviewedProduct } from "./schema";
import { authorOf, reviewedProductView } from "./view";

interface Place {
  orderNo: string;
  productId: number;
}

/**
 * The buyer of a delivered order says what they think of one of its products. Under the order's lock, so that a refund comes before or
 * after it. The same words again change nothing. @throws AppError `not_found`, `state_conflict`, `feature_disabled`, `rate_limited`
 */
export async function writeReview(
  actor: GuestActor | UserActor,
  { orderNo, productId }: Place,
  { stars, text = "" }: ReviewBody,
): Promise<ReviewedProduct> {
  const orderId = await getOwnOrderId(actor, orderNo);
  const { reviews: mode } = await getSettings();
  if (mode === "off") throw new AppError("feature_disabled", "reviews_off");
  await consumeLimit("order_review", String(orderId));
  return inTransaction(async (tx) => {
    await lockOrder(tx, orderId);
    const products = await findReviewable(tx, orderId, await isDeliveryFrozen(tx, orderId));
    if (products.length === 0) throw new AppError("state_conflict", "not_reviewable");
    const product = products.find((one) => one.productId === productId);
    if (!product) throw notFound("product");
    const key = { orderId_productId: { orderId, productId } };
    const former = await tx.review.findUnique({ where: key });
    const isSame = former?.stars === stars && former.text === text && former.status !== "deleted";
    if (!isSame) {
      const { user } = await tx.order.findUniqueOrThrow({
        where: { id: orderId },
        select: { user: { select: { nickname: true, email: true } } },
      });
      // A review that was hidden is looked at again, however often it is written anew.
      const status = mode === "at_once" && !former?.hiddenReason ? "shown" : "waiting";
      const review = { orderId, productId, stars, text, author: authorOf(user), status } as const;
      if (!(await writeReviewRow(tx, review))) throw new AppError("state_conflict", "not_reviewable");
      const data = { product_id: productId, stars };
      await recordEvent(tx, { orderId, kind: "reviewed", actor: actorName(actor), data });
    }
    return reviewedProductView(product, await tx.review.findUniqueOrThrow({ where: key }), true);
  });
}

/**
 * Takes the buyer's words and the shop's answer away. The row stays without them: one that was hidden is looked at again when it is
 * written anew. @throws AppError `not_found`
 */
export async function deleteReview(
  actor: GuestActor | UserActor,
  { orderNo, productId }: Place,
): Promise<{ deleted: true }> {
  const orderId = await getOwnOrderId(actor, orderNo);
  await inTransaction(async (tx) => {
    await lockOrder(tx, orderId);
    const row = await tx.review.findUnique({ where: { orderId_productId: { orderId, productId } } });
    const gone = { text: "", author: null, answer: null, answered_at: null };
    const moved = row ? await moveReviews(tx, [row.id], "deleted", gone) : [];
    if (moved.length === 0) throw notFound("review");
  });
  return { deleted: true };
}
