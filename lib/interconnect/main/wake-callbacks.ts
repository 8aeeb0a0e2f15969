import { addSeconds, now } from "../../core/clock";
import { log } from "../../core/process/log";
import { inTransaction, type Tx } from "../../db/transaction";
import { enqueueCallbackAttempt } from "./enqueue-callback-attempt";
import { makeCallbacksDue, makeOldestDue } from "./sql/waiting-callbacks";

/** Attempts that are queued at once; the sweep of each minute takes the others. */
const mostAtOnce = 200;

/** A site may call while its receiver is still away: each of its calls is a reason to look, but not more often than this. */
const tryEverySeconds = 300;

/** Shortest outage after which callbacks are woken. The first waits of the schedule are no longer. */
const shortestSeconds = 60;

/** The receiver takes callbacks again: those that wait do not wait for their turn, which may be a day away (C99). */
export async function wakeCallbacks(tx: Tx, siteId: number): Promise<void> {
  const ids = await makeCallbacksDue(tx, siteId);
  for (const id of ids.slice(0, mostAtOnce))
    await enqueueCallbackAttempt(tx, { id, siteId, isQueued: true }, now());
}

export const isReceiverAway = (failingSince: Date | null): boolean =>
  failingSince !== null && failingSince <= addSeconds(now(), -shortestSeconds);

/** The site calls, so it may be back: one callback shows whether its receiver is, and wakes the others when it arrives. */
export async function tryOldestCallback(siteId: number): Promise<void> {
  try {
    await inTransaction(async (tx) => {
      const id = await makeOldestDue(tx, siteId, addSeconds(now(), -tryEverySeconds));
      if (id !== undefined) await enqueueCallbackAttempt(tx, { id, siteId, isQueued: true }, now());
    });
  } catch (error) {
    log.warn({ error }, "a callback of a site that calls again was not woken");
  }
}
