import { now } from "../../../core/clock";
import { sourcesIn } from "../../../core/shapes/moves";
import type { Tx } from "../../../db/transaction";
import { type DeliveryRequestStatus, deliveryRequestMoves } from "./state";

interface Change {
  lastError?: string | null;
  nextAttemptAt?: Date | null;
  deadlineAt?: Date;
}

const answered: readonly DeliveryRequestStatus[] = ["delivered", "refused"];

/** The one way in which a request changes its status. @returns false when it is not in a state for that */
export async function moveRequest(
  tx: Tx,
  where: { id: number },
  to: DeliveryRequestStatus,
  change: Change = {},
): Promise<boolean> {
  const { count } = await tx.deliveryRequest.updateMany({
    where: { ...where, status: { in: sourcesIn(deliveryRequestMoves, to) } },
    data: {
      status: to,
      nextAttemptAt: null,
      ...(answered.includes(to) ? { answeredAt: now() } : {}),
      ...change,
    },
  });
  return count > 0;
}
