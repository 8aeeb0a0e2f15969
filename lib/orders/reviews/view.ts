import { toTime, toTimeOrNull } from "../../core/wire";
import type { ReviewModel } from "../../db/generated/models";
import type { Reviewable } from "./reviewable";
import type { AdminReview, PublicReview, ReviewedProduct } from "./schema";

const wordsOf = ({ stars, text, writtenAt, answer, answeredAt }: ReviewModel) => ({
  stars,
  text,
  written_at: toTime(writtenAt),
  answer,
  answered_at: toTimeOrNull(answeredAt),
});

export const reviewedProductView = (
  { productId, slug, title }: Reviewable,
  row: ReviewModel | null,
  mayWrite: boolean,
): ReviewedProduct => ({
  product_id: productId,
  slug,
  title,
  may_write: mayWrite,
  review:
    row === null || row.status === "deleted"
      ? null
      : { ...wordsOf(row), status: row.status, hidden_reason: row.hiddenReason },
});

export const publicReviewView = (row: ReviewModel): PublicReview => ({
  id: row.id,
  author: row.author,
  ...wordsOf(row),
});

type AdminRow = ReviewModel & {
  order: { orderNo: string };
  product: { id: number; slug: string; title: string };
};

export const adminReviewView = (row: AdminRow): AdminReview => ({
  id: row.id,
  order_no: row.order.orderNo,
  product: { id: row.product.id, slug: row.product.slug, title: row.product.title },
  author: row.author,
  ...wordsOf(row),
  status: row.status,
  hidden_reason: row.hiddenReason,
});

interface Account {
  nickname: string;
  email: string;
}

const plain = (text: string): string => text.trim().toLowerCase();

/**
 * Name that is shown beside a review; null where nobody gave one. An account that chose no name bears the beginning of its
 * address, which is not for everybody to read.
 */
export function authorOf(account: Account | null): string | null {
  if (!account) return null;
  const name = account.nickname.trim();
  const ofAddress = plain(account.email.split("@")[0] ?? "").slice(0, 40);
  return name === "" || name.includes("@") || plain(name) === ofAddress ? null : name;
}
