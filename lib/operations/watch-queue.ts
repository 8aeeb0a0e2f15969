import { log } from "../core/log";
import { inTransaction } from "../db/transaction";
import { endAlert, raiseAlert } from "../notifications/raise-alert";
import { readQueueState } from "./queue-state";

const everyMs = 60_000;
const lateSeconds = 600;

/** Looks in a row without a worker: at the first one a worker may just be starting. */
let looksWithout = 0;

/** Raises and ends the alerts of a missing worker and of jobs that wait too long. */
export async function watchQueue(): Promise<void> {
  const { workers, due, oldestDueSeconds } = await readQueueState();
  looksWithout = workers === 0 ? looksWithout + 1 : 0;
  await inTransaction(async (tx) => {
    if (looksWithout >= 2)
      await raiseAlert(tx, { kind: "system.no_worker", data: { due }, dedupeKey: "system.no_worker" });
    else if (workers > 0) await endAlert(tx, "system.no_worker");
    if (oldestDueSeconds > lateSeconds)
      await raiseAlert(tx, {
        kind: "system.queue_late",
        data: { due, minutes: Math.round(oldestDueSeconds / 60) },
        dedupeKey: "system.queue_late",
      });
    else await endAlert(tx, "system.queue_late");
  });
}

/** Runs in every process, also in those without a worker: they notice that no worker is left. */
export function keepWatchingQueue(): { stop(): void } {
  const timer = setInterval(() => {
    watchQueue().catch((error: unknown) => log.error({ error }, "the queue could not be looked at"));
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
