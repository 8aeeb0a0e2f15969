import type { z } from "zod";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { nextAfter } from "../../core/paging";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { lockAnswer, moveReviews } from "../sql/reviews";
import { reviewFilter } from "./admin-queries";
import type { AnswerReviewBody, ChangeReviews, reviewsChanged } from "./schema";

/** One transaction stays short. */
const pieceSize = 500;

interface Judging {
  actor: AdminActor;
  client: ClientInfo;
}

type Judgement = { act: "show" } | { act: "hide"; reason: string };

async function judge({ actor, client }: Judging, ids: readonly number[], judgement: Judgement) {
  return inTransaction(async (tx) => {
    const reason = judgement.act === "hide" ? judgement.reason : null;
    const to = judgement.act === "hide" ? "hidden" : "shown";
    const moved = await moveReviews(tx, ids, to, { hidden_reason: reason });
    if (moved.length > 0)
      await recordAudit(tx, actor, client, {
        action: `review.${judgement.act}`,
        target: moved.length === 1 ? `review:${moved[0]}` : "reviews",
        data: { ...(moved.length === 1 ? {} : { reviews: moved }), ...(reason === null ? {} : { reason }) },
      });
    return moved.length;
  });
}

/** @throws AppError `not_found`, `state_conflict` for one that was withdrawn or deleted, or is so already */
export async function judgeReview(
  judging: Judging,
  id: number,
  judgement: Judgement,
): Promise<{ id: number }> {
  if ((await judge(judging, [id], judgement)) === 1) return { id };
  const known = await db().review.findUnique({ where: { id }, select: { id: true } });
  throw known ? new AppError("state_conflict", "review_moved") : notFound("review");
}

/** The same judgement of many, oldest first. */
export async function changeReviews(
  judging: Judging,
  which: ChangeReviews,
): Promise<z.infer<typeof reviewsChanged>> {
  const rows = await db().review.findMany({
    where:
      "ids" in which
        ? { id: { in: which.ids } }
        : {
            AND: [
              reviewFilter(which.match),
              { createdAt: { lte: which.drawn_at } },
              { id: { gt: which.after } },
            ],
          },
    orderBy: { id: "asc" },
    take: pieceSize,
    select: { id: true },
  });
  const ids = rows.map(({ id }) => id);
  const changed = ids.length === 0 ? 0 : await judge(judging, ids, which);
  return {
    changed,
    skipped: rows.length - changed,
    next: "match" in which ? nextAfter(rows, pieceSize) : null,
  };
}

/** Words of the shop below a review; null takes them away. @throws AppError `not_found`, `state_conflict` */
export async function answerReview(
  { actor, client }: Judging,
  id: number,
  { answer, seen }: AnswerReviewBody,
): Promise<{ id: number }> {
  await inTransaction(async (tx) => {
    const row = await lockAnswer(tx, id);
    if (!row) throw notFound("review");
    requireUnchanged(row, seen);
    await tx.review.update({ where: { id }, data: { answer, answeredAt: answer === null ? null : now() } });
    await recordAudit(tx, actor, client, {
      action: "review.answer",
      target: `review:${id}`,
      data: { answer },
    });
  });
  return { id };
}
