import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";

/**
 * Repeats to one site go one after the other: a site that hangs holds a single worker with them. First attempts stand in no
 * queue, for a buyer waits for each of them.
 */
export const enqueueCallbackAttempt = (
  tx: Tx,
  { id, siteId, attemptCount }: { id: number; siteId: number; attemptCount: number },
  runAt: Date,
) =>
  enqueue(
    tx,
    "callback.send",
    { callbackId: id },
    { runAt, jobKey: `callback:${id}`, ...(attemptCount > 0 ? { queue: `site:${siteId}` } : {}) },
  );
