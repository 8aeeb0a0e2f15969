import type { GuestActor, UserActor } from "../../acts/actor";
import { ratingView } from "../../catalogue/rating";
import { notFound } from "../../core/errors";
import { pageSlice } from "../../core/paging";
import { db } from "../../db/client";
import { getSettings } from "../../settings/queries";
import { isDeliveryFrozen } from "../disputes";
import { getOwnOrderId } from "../queries";
import { findReviewable } from "./reviewable";
import type { OwnReviews, PublicReview, PublicReviewQuery, PublicReviews } from "./schema";
import { authorOf, publicReviewView, reviewedProductView } from "./view";

/** Products that can be reviewed now, and what was written about anything else of the order. @throws AppError `not_found` */
export async function listOwnReviews(actor: GuestActor | UserActor, orderNo: string): Promise<OwnReviews> {
  const orderId = await getOwnOrderId(actor, orderNo);
  const [{ reviews: mode }, isFrozen, rows, order] = await Promise.all([
    getSettings(),
    isDeliveryFrozen(db(), orderId),
    db().review.findMany({
      where: { orderId },
      include: { product: { select: { slug: true, title: true } } },
    }),
    db().order.findUniqueOrThrow({
      where: { id: orderId },
      select: { user: { select: { nickname: true, email: true } } },
    }),
  ]);
  const open = mode === "off" ? [] : await findReviewable(db(), orderId, isFrozen);
  const others = rows.filter(
    ({ productId, status }) =>
      status !== "deleted" && !open.some((product) => product.productId === productId),
  );
  const rowOf = (productId: number) => rows.find((row) => row.productId === productId) ?? null;
  return {
    author: authorOf(order.user),
    is_checked: mode !== "at_once",
    products: [
      ...open.map((product) => reviewedProductView(product, rowOf(product.productId), true)),
      ...others.map((row) => reviewedProductView({ productId: row.productId, ...row.product }, row, false)),
    ],
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
