import { addSeconds, now } from "../../../core/clock";
import type { Tx } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";

const waits = [5, 30, 120, 300, 900, 1800];

/** When a request is sent again after so many attempts: at the latest at its deadline, where it is given to a person. */
export function nextAttemptAt(attempts: number, deadlineAt: Date): Date {
  const at = addSeconds(now(), waits[Math.min(attempts, waits.length) - 1] ?? 0);
  return at < deadlineAt ? at : deadlineAt;
}

/** One job a request: a new one takes the place of the one that waits. */
export const enqueueRequest = (tx: Tx, requestId: number, runAt?: Date) =>
  enqueue(
    tx,
    "delivery.ask",
    { requestId },
    { jobKey: `delivery.ask:${requestId}`, ...(runAt ? { runAt } : {}) },
  );
