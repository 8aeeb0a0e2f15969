import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";

/** One job a request: a new one takes the place of the one that waits. */
export const enqueueRequest = (tx: Tx, requestId: number, runAt?: Date) =>
  enqueue(
    tx,
    "delivery.ask",
    { requestId },
    { jobKey: `delivery.ask:${requestId}`, ...(runAt ? { runAt } : {}) },
  );
