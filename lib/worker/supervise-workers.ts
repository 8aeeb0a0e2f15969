import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerEvents, WorkerPool } from "graphile-worker";
import { log } from "../core/log";

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** After this interval a failure is reported as a new one. */
const calmMs = 60_000;

/**
 * A worker that cannot tell the database how its job ended gives itself up, and graphile-worker puts nobody in its place:
 * a shop would lose one after the other. Here its pool finishes the jobs it still has, and a new pool takes the next ones.
 */
export function keepRunning(events: WorkerEvents, open: () => WorkerPool): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const closing = new Set<Promise<void>>();
  let pool: WorkerPool | null = open();
  let openedAt = performance.now();
  let pauseMs = firstPauseMs;
  let replacing: Promise<void> = Promise.resolve();

  function close(old: WorkerPool): void {
    const closed: Promise<void> = Promise.resolve(old.gracefulShutdown())
      .catch((error: unknown) => log.error({ error }, "the workers before could not be ended in good order"))
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  const longerPause = () => Math.min(pauseMs * 2, longestPauseMs);

  async function replace(old: WorkerPool): Promise<void> {
    pool = null;
    close(old);
    for (;;) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        pool = open();
        openedAt = performance.now();
        return;
      } catch (error) {
        pauseMs = longerPause();
        log.error({ error, pause_ms: pauseMs }, "no workers could begin: they are tried again");
      }
    }
  }

  events.on("worker:fatalError", ({ worker, error }) => {
    if (pool === null || worker.workerPool !== pool) return;
    const isCalm = performance.now() - openedAt > calmMs;
    pauseMs = isCalm ? firstPauseMs : longerPause();
    log.error({ error, pause_ms: pauseMs }, "a worker was lost: new ones begin, and its job comes again");
    replacing = replace(pool);
  });

  return {
    async stop() {
      stopping.abort();
      await replacing;
      if (pool) close(pool);
      pool = null;
      await Promise.all(closing);
    },
  };
}
