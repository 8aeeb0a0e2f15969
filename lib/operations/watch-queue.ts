import { log } from "../core/process/log";
import { inTransaction, type Tx } from "../db/transaction";
import { endAlert, openAlert } from "../notifications/alerts/raise-alert";
import { tellAtOnce } from "../notifications/outbound/tell-at-once";
import { readQueueState } from "./queue-state";
import { watchForeignClocks } from "./watch-clock";
import { watchDisk } from "./watch-disk";

const everyMs = 60_000;
const lateSeconds = 600;

type Data = Record<string, number>;

/** @returns whether it has just opened */
async function settle(tx: Tx, kind: string, data: Data | null): Promise<boolean> {
  if (data !== null) return openAlert(tx, { kind, data, dedupeKey: kind });
  await endAlert(tx, kind);
  return false;
}

/**
 * Raises and ends the alerts of a missing worker and of jobs that wait too long. Their messages do not take the queue, which
 * would deliver them when they are no longer true.
 */
export function queueWatch(): () => Promise<void> {
  /** Looks in a row without a worker: at the first one a worker may just be starting. */
  let looksWithout = 0;
  /** Found by this process, and told to nobody yet. */
  const untold = new Map<string, Data>();
  return async () => {
    const { workers, due, oldestDueSeconds } = await readQueueState();
    looksWithout = workers === 0 ? looksWithout + 1 : 0;
    const found: [kind: string, data: Data | null][] = [
      [
        "system.queue_late",
        oldestDueSeconds > lateSeconds ? { due, minutes: Math.round(oldestDueSeconds / 60) } : null,
      ],
    ];
    if (looksWithout !== 1) found.push(["system.no_worker", workers === 0 ? { due } : null]);
    for (const [kind, data] of found) {
      const isNew = await inTransaction((tx) => settle(tx, kind, data));
      if (data === null) untold.delete(kind);
      else if (isNew) untold.set(kind, data);
    }
    for (const [kind, data] of untold) if (await tellAtOnce(kind, data)) untold.delete(kind);
  };
}

/** Runs in every process, also in those without a worker: they notice that no worker is left, and have disks and a clock. */
export function keepWatching(): { stop(): void } {
  const look = (what: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => log.error({ error }, `${what} could not be looked at`));
  const watchQueue = queueWatch();
  const timer = setInterval(() => {
    void look("the queue", watchQueue);
    void look("the disk", watchDisk);
    void look("the clocks of others", watchForeignClocks);
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
