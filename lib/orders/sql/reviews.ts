import { sql } from "kysely";
import { now } from "../../core/clock";
import { sourcesIn } from "../../core/shapes/moves";
import type { SqlReader } from "../../db/kysely";
import { isAnyOf } from "../../db/sql-pieces";
import { type ReviewStatus, reviewMoves } from "../reviews/state";

// The only two writers of a review's status. The sums of its product follow by a trigger, in the same transaction.

interface WrittenReview {
  orderId: number;
  productId: number;
  stars: number;
  text: string;
  author: string | null;
  status: "waiting" | "shown";
}

/** The buyer's one review of this product of the order, new or in place of their former words. The caller has locked the order. */
export function writeReviewRow(tx: SqlReader, review: WrittenReview) {
  const { orderId, productId, stars, text, author, status } = review;
  const at = now();
  return tx.sql
    .insertInto("reviews")
    .values({
      order_id: orderId,
      product_id: productId,
      stars,
      text,
      author,
      status,
      created_at: at,
      written_at: at,
    })
    .onConflict((row) =>
      row
        .columns(["order_id", "product_id"])
        .doUpdateSet({ stars, text, author, status, written_at: at })
        .where(isAnyOf("reviews.status", sourcesIn(reviewMoves, status))),
    )
    .returning("reviews.id")
    .executeTakeFirst();
}

/** @returns undefined where there is none, or its buyer has deleted it */
export const lockAnswer = (tx: SqlReader, id: number) =>
  tx.sql
    .selectFrom("reviews")
    .select("answer")
    .where("id", "=", id)
    .where("status", "<>", "deleted")
    .forUpdate()
    .executeTakeFirst();

/** Set together with the status; what is left out stays. */
interface ReviewChange {
  text?: string;
  author?: null;
  hidden_reason?: string | null;
  answer?: null;
  answered_at?: null;
}

/**
 * Moves these reviews along the table of ../reviews/state.ts. Rows are locked by id, then the sums of their products, so that two
 * who change many at once wait for each other and never in a ring. What its buyer deleted comes back by their writing it anew alone.
 * @returns ids of those that moved
 */
export async function moveReviews(
  tx: SqlReader,
  ids: readonly number[],
  to: ReviewStatus,
  change: ReviewChange = {},
): Promise<number[]> {
  if (ids.length === 0) return [];
  const from = sourcesIn(reviewMoves, to).filter((status) => status !== to && status !== "deleted");
  const found = await tx.sql
    .selectFrom("reviews")
    .select(["id", "product_id as productId"])
    .where((row) => sql<boolean>`${row.ref("id")} = ANY (${[...ids]}::int[])`)
    .where(isAnyOf("reviews.status", from))
    .orderBy("id")
    .forUpdate()
    .execute();
  if (found.length === 0) return [];
  const products = [...new Set(found.map(({ productId }) => productId))];
  await tx.sql
    .selectFrom("product_ratings")
    .select("product_id")
    .where((row) => sql<boolean>`${row.ref("product_id")} = ANY (${products}::int[])`)
    .orderBy("product_id")
    .forUpdate()
    .execute();
  const moved = await tx.sql
    .updateTable("reviews")
    .set({ ...change, status: to })
    .where((row) => sql<boolean>`${row.ref("id")} = ANY (${found.map(({ id }) => id)}::int[])`)
    .where(isAnyOf("reviews.status", from))
    .returning("id")
    .execute();
  return moved.map(({ id }) => id);
}
