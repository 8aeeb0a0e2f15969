import { now } from "../../core/clock";
import { note } from "../../core/refusals/noted";
import type { Problem } from "../../core/refusals/refusal";
import { type Moves, sourcesIn } from "../../core/shapes/moves";
import type { Reader } from "../../db/transaction";
import type { notificationStatuses } from "./schema";

type DeliveryStatus = (typeof notificationStatuses)[number];

/** An attempt that was under way when another one failed for good may still arrive. Staff may send any message again. */
export const deliveryMoves: Moves<DeliveryStatus> = {
  pending: ["pending", "sent", "failed"],
  sent: ["pending"],
  failed: ["pending", "sent"],
};

export type DeliveryMove =
  | { to: "sent" }
  | { to: "failed"; problem: Problem }
  /** Waits for its next attempt. */
  | { to: "pending"; problem: Problem; nextAttemptAt: Date }
  /** From the beginning of the schedule, from wherever it is. */
  | { to: "again" };

const columnsOf = (move: DeliveryMove) => {
  switch (move.to) {
    case "sent":
      return { sentAt: now(), nextAttemptAt: null, lastError: null };
    case "failed":
      return { nextAttemptAt: null, lastError: note(move.problem) };
    case "pending":
      return { nextAttemptAt: move.nextAttemptAt, lastError: note(move.problem) };
    case "again":
      return { attemptCount: 0, nextAttemptAt: now(), lastError: null };
  }
};

/**
 * The only place that changes the status of a message to the operator: a conditional update along the table above.
 * @returns false when it is in a state that does not lead there
 */
export async function moveDelivery(writer: Reader, id: number, move: DeliveryMove): Promise<boolean> {
  const to = move.to === "again" ? "pending" : move.to;
  // A failed attempt takes nothing back that another one brought to an end.
  const from: DeliveryStatus[] = move.to === "pending" ? ["pending"] : sourcesIn(deliveryMoves, to);
  const { count } = await writer.notificationDelivery.updateMany({
    where: { id, status: { in: from } },
    data: { status: to, ...columnsOf(move) },
  });
  return count === 1;
}
