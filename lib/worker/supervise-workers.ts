import { setTimeout as sleep } from "node:timers/promises";
import type { Worker, WorkerEvents, WorkerPool } from "graphile-worker";
import { log } from "../core/log";

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** After this interval a failure is reported as a new one. */
const calmMs = 60_000;

/**
 * A worker that cannot tell the database how its job ended gives itself up, and graphile-worker puts nobody in its place:
 * a shop would lose one after the other. Here its pool finishes the jobs it still has, and a new pool takes the next ones.
 * A pool whose first question fails is replaced too: graphile-worker keeps the failed answer about the kinds of job for ever
 * (its taskIdentifiers.js), so that it would never take a job again.
 */
export function keepRunning(events: WorkerEvents, open: () => WorkerPool): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const closing = new Set<Promise<void>>();
  /** Pools that have asked for a job with success. */
  const asked = new WeakSet<WorkerPool>();
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

  function lose(worker: Worker, error: unknown, message: string): void {
    if (pool === null || worker.workerPool !== pool) return;
    const isCalm = performance.now() - openedAt > calmMs;
    pauseMs = isCalm ? firstPauseMs : longerPause();
    log.error({ error, pause_ms: pauseMs }, message);
    replacing = replace(pool);
  }

  const hasAsked = ({ worker }: { worker: Worker }) => asked.add(worker.workerPool);
  events.on("job:start", hasAsked);
  events.on("worker:getJob:empty", hasAsked);
  events.on("worker:fatalError", ({ worker, error }) =>
    lose(worker, error, "a worker was lost: new ones begin, and its job comes again"),
  );
  events.on("worker:getJob:error", ({ worker, error }) => {
    if (!asked.has(worker.workerPool))
      lose(worker, error, "the workers could not begin: new ones take their place");
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
