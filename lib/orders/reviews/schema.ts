import { z } from "zod";
import { rating } from "../../catalogue/schema";
import {
  deepOut,
  idListBody,
  idText,
  integerText,
  matchedRows,
  maybe,
  nextPiece,
  pageOut,
  pageQuery,
  plainText,
  seenIn,
  timeOut,
} from "../../core/wire";
import { mostStars, reviewStatuses } from "./state";

/** Reviews on one page of the shop: as many as stand on the product's own. */
export const reviewsOnPage = 10;
const longestReview = 2000;

export const reviewParams = z.object({ order_no: z.string(), product_id: idText });

/** Written again it takes the place of the buyer's former words. An empty text is none: stars say enough. */
export const reviewBody = z.object({
  stars: z.int().min(1).max(mostStars),
  text: maybe(plainText(longestReview)),
});
export type ReviewBody = z.output<typeof reviewBody>;

const written = { stars: z.int(), text: z.string(), written_at: timeOut };
const answered = { answer: z.string().nullable(), answered_at: timeOut.nullable() };

/** A buyer's own review, whatever became of it. `hidden_reason` are words of the shop to its buyer. */
export const ownReview = z.object({
  ...written,
  status: z.enum(reviewStatuses),
  hidden_reason: z.string().nullable(),
  ...answered,
});

export const reviewedProduct = z.object({
  product_id: z.int(),
  slug: z.string(),
  title: z.string(),
  /** False of what was paid back or is disputed, and while the shop takes no reviews: what is written can only be deleted. */
  may_write: z.boolean(),
  /** Null: not written yet, or deleted. */
  review: ownReview.nullable(),
});
export type ReviewedProduct = z.infer<typeof reviewedProduct>;

/** The products of an order that its buyer may review, or has. */
export const ownReviews = z.object({
  /** Name that is shown beside what the buyer writes; null: none, as of a guest. */
  author: z.string().nullable(),
  /** Somebody of the shop reads what is written before others see it. */
  is_checked: z.boolean(),
  products: z.array(reviewedProduct),
});
export type OwnReviews = z.infer<typeof ownReviews>;

export const reviewDeleted = z.object({ deleted: z.literal(true) });

/** A review as everybody reads it. */
export const publicReview = z.object({
  id: z.int(),
  ...written,
  /** Null: a buyer who has given no name. */
  author: z.string().nullable(),
  ...answered,
});
export type PublicReview = z.infer<typeof publicReview>;

export const publicReviewQuery = z.object(pageQuery(reviewsOnPage, 100));
export type PublicReviewQuery = z.output<typeof publicReviewQuery>;
export const publicReviews = z.object({
  rating: rating.nullable(),
  reviews: z.array(publicReview),
  ...pageOut,
});
export type PublicReviews = z.infer<typeof publicReviews>;

export const adminReviewQuery = z.object({
  ...pageQuery(20, 100),
  status: z.enum(reviewStatuses).optional(),
  product_id: idText.optional(),
  stars: integerText(1, mostStars).optional(),
});
export type AdminReviewQuery = z.output<typeof adminReviewQuery>;

export const adminReview = z.object({
  id: z.int(),
  order_no: z.string(),
  product: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
  author: z.string().nullable(),
  ...written,
  status: z.enum(reviewStatuses),
  hidden_reason: z.string().nullable(),
  ...answered,
});
export type AdminReview = z.infer<typeof adminReview>;
export const adminReviewList = z.object({ reviews: z.array(adminReview), ...deepOut });
export type AdminReviewList = z.infer<typeof adminReviewList>;

const reason = plainText(300, 1);
export const hideReviewBody = z.object({ reason });

/** `null` takes the answer away. */
export const answerReviewBody = z.object({ answer: plainText(longestReview, 1).nullable(), seen: seenIn });
export type AnswerReviewBody = z.output<typeof answerReviewBody>;

const matched = matchedRows(adminReviewQuery.omit({ page: true, per_page: true }));
const shows = { act: z.literal("show") };
const hides = { act: z.literal("hide"), reason };
/** Named ones, or what a filter finds. Hiding says why. */
export const changeReviewsBody = z.union([
  z.object({ ...shows, ...idListBody.shape }).meta({ id: "ShowReviewsById" }),
  z.object({ ...hides, ...idListBody.shape }).meta({ id: "HideReviewsById" }),
  z.object({ ...shows, ...matched }).meta({ id: "ShowMatchingReviews" }),
  z.object({ ...hides, ...matched }).meta({ id: "HideMatchingReviews" }),
]);
export type ChangeReviews = z.output<typeof changeReviewsBody>;
export const reviewsChanged = z.object({ changed: z.int(), skipped: z.int(), next: nextPiece });
