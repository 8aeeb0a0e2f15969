import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";

/**
 * Repeats to one site go one after the other, and so does everything to a site that is failing or has as many calls under way
 * as it may: a site that hangs holds a single worker with them. Other first attempts stand in no queue, for a buyer waits for
 * each of them.
 */
export const enqueueCallbackAttempt = (
  tx: Tx,
  { id, siteId, isQueued }: { id: number; siteId: number; isQueued: boolean },
  runAt: Date,
) =>
  enqueue(
    tx,
    "callback.send",
    { callbackId: id },
    { runAt, jobKey: `callback:${id}`, ...(isQueued ? { queue: `site:${siteId}` } : {}) },
  );
