import type { GuestActor, UserActor } from "../../acts/actor";
import { ratingView } from "../../catalogue/rating";
import { notFound } from "../../core/errors";
import { pageSlice } from "../../core/paging";
import { db } from "../../db/client";
import { getSettings } from "../../settings/queries";
import { isDeliveryFrozen } from "../disputes";
import { getOwnOrderId } from "../queries";
import { authorOf } from "./author-of";
import { findReviewable } from "./reviewable";
import type { OwnReviews, PublicReview, PublicReviewQuery, PublicReviews } from "./schema";
import { publicReviewView, reviewedProductView } from "./view";

/** @throws AppError `not_found` */
export async function listOwnReviews(actor: GuestActor | UserActor, orderNo: string): Promise<OwnReviews> {
  const orderId = await getOwnOrderId(actor, orderNo);
  const [{ reviews: mode }, products, rows, order] = await Promise.all([
    getSettings(),
    isDeliveryFrozen(db(), orderId).then((isFrozen) => findReviewable(db(), orderId, isFrozen)),
    db().review.findMany({ where: { orderId } }),
    db().order.findUniqueOrThrow({
      where: { id: orderId },
      select: { user: { select: { nickname: true, email: true } } },
    }),
  ]);
  return {
    author: authorOf(order.user),
    is_checked: mode !== "at_once",
    products:
      mode === "off"
        ? []
        : products.map((product) =>
            reviewedProductView(product, rows.find((row) => row.productId === product.productId) ?? null),
          ),
  };
}

/** The newest first, of a product that is known to have some. */
export async function listShownReviews(
  productId: number,
  query: { page: number; per_page: number },
): Promise<PublicReview[]> {
  const rows = await db().review.findMany({
    where: { productId, status: "shown" },
    orderBy: { id: "desc" },
    ...pageSlice(query),
  });
  return rows.map(publicReviewView);
}

/** @throws AppError `not_found` for a product that is not on sale: its reviews go with its page. */
export async function listProductReviews(slug: string, query: PublicReviewQuery): Promise<PublicReviews> {
  const [product, { reviews: mode }] = await Promise.all([
    db().product.findFirst({
      where: { slug, status: "active", category: { isActive: true }, skus: { some: { isActive: true } } },
      select: { id: true, rating: true },
    }),
    getSettings(),
  ]);
  if (!product) throw notFound("product");
  const { page, per_page } = query;
  const rating = mode === "off" ? null : ratingView(product.rating);
  const reviews = rating ? await listShownReviews(product.id, query) : [];
  return { rating, reviews, total: rating?.count ?? 0, page, per_page };
}
