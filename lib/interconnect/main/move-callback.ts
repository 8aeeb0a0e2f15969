import { now } from "../../core/clock";
import { note } from "../../core/refusals/noted";
import type { Problem } from "../../core/refusals/refusal";
import { sourcesIn } from "../../core/shapes/moves";
import type { Prisma } from "../../db/generated/client";
import type { Tx } from "../../db/transaction";
import { callbackMoves } from "./callback-state";

export type CallbackMove =
  | { to: "delivered" }
  | { to: "failed"; reason: Problem }
  /** From the beginning of the schedule. */
  | { to: "pending" };

const columnsOf = (move: CallbackMove) => {
  switch (move.to) {
    case "delivered":
      return { deliveredAt: now(), nextAttemptAt: null, lastError: null };
    case "failed":
      return { nextAttemptAt: null, lastError: note(move.reason) };
    case "pending":
      return { attemptCount: 0, nextAttemptAt: now(), lastError: null };
  }
};

/**
 * The only place that changes a callback's status: a conditional update along the table of ./callback-state.ts.
 * @returns how many of those named were in a state that leads there.
 */
export async function moveCallbacks(
  tx: Tx,
  which: Omit<Prisma.CallbackWhereInput, "status">,
  move: CallbackMove,
): Promise<number> {
  const { count } = await tx.callback.updateMany({
    where: { ...which, status: { in: sourcesIn(callbackMoves, move.to) } },
    data: { status: move.to, ...columnsOf(move) },
  });
  return count;
}
