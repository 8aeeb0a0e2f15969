import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerEvents, WorkerPool } from "graphile-worker";
import { z } from "zod";
import { log } from "../core/process/log";

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** After this interval a failure is reported as a new one. */
const calmMs = 60_000;
/** A new pool has asked for jobs with success until then, or another takes its place. */
const firstQuestionMs = 5_000;

const migrationNotice = z.object({ breaking: z.boolean() });

function isBreaking(payload: string | undefined): boolean {
  try {
    return migrationNotice.parse(JSON.parse(payload ?? "")).breaking;
  } catch {
    return false;
  }
}

/**
 * A pool of workers that cannot tell the database how its jobs ended gives itself up, and graphile-worker puts none in its place:
 * the shop would do no job any more. Here it finishes the jobs it still has, and a new pool takes the next ones. A pool whose
 * first question fails is replaced too: graphile-worker keeps the failed answer about the kinds of job for ever (its
 * taskIdentifiers.js), so that it would never take a job again. Only the migration of a newer version ends the pool for good.
 * A pool that does not end within `farewellMs` is left behind, and whoever finds its jobs frees them: one that twice could not
 * tell the end of a job waits for ever (`batch` in graphile-worker's main.js counts what is pending below zero).
 */
export function keepRunning(
  events: WorkerEvents,
  open: () => WorkerPool,
  farewellMs: number,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const closing = new Set<Promise<unknown>>();
  /** Which pool a local queue belongs to. */
  const owners = new WeakMap<object, WorkerPool>();
  /** Pools that have asked for a job with success. */
  const asked = new WeakSet<WorkerPool>();
  let created: WorkerPool | null = null;
  let hasNewerSchema = false;
  let pool: WorkerPool | null = null;
  let openedAt = 0;
  let pauseMs = firstPauseMs;
  let replacing: Promise<void> = Promise.resolve();
  let deadline: NodeJS.Timeout | undefined;

  function begin(): void {
    const fresh = open();
    pool = fresh;
    openedAt = performance.now();
    deadline = setTimeout(() => {
      if (!asked.has(fresh)) lose(fresh, "the workers could not begin: new ones take their place");
    }, firstQuestionMs);
    deadline.unref();
  }

  function close(old: WorkerPool, isEnding: boolean): void {
    const ending = Promise.resolve(isEnding ? old.promise : old.gracefulShutdown());
    const patience = sleep(farewellMs, undefined, { ref: false });
    const closed: Promise<unknown> = Promise.race([ending, patience])
      .catch((error: unknown) => log.error({ error }, "the workers before could not be ended in good order"))
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  const longerPause = () => Math.min(pauseMs * 2, longestPauseMs);

  async function replace(): Promise<void> {
    for (;;) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        begin();
        return;
      } catch (error) {
        pauseMs = longerPause();
        log.error({ error, pause_ms: pauseMs }, "no workers could begin: they are tried again");
      }
    }
  }

  function lose(lost: WorkerPool, message: string, reason?: string): void {
    if (lost !== pool) return;
    pool = null;
    clearTimeout(deadline);
    close(lost, reason !== undefined);
    const isCalm = performance.now() - openedAt > calmMs;
    pauseMs = isCalm ? firstPauseMs : longerPause();
    log.error({ reason, pause_ms: pauseMs }, message);
    replacing = replace();
  }

  events.on("pool:create", ({ workerPool }) => {
    created = workerPool;
  });
  events.on("localQueue:init", ({ localQueue }) => {
    if (created) owners.set(localQueue, created);
  });
  events.on("localQueue:getJobs:complete", ({ localQueue }) => {
    const owner = owners.get(localQueue);
    if (owner) asked.add(owner);
  });
  events.on("pool:listen:notification", ({ message }) => {
    if (message.channel === "worker:migrate" && isBreaking(message.payload)) hasNewerSchema = true;
  });
  events.on("pool:gracefulShutdown", ({ workerPool, message }) => {
    if (workerPool !== pool) return;
    if (!hasNewerSchema)
      return lose(workerPool, "the workers were lost: new ones begin, and their jobs come again", message);
    pool = null;
    close(workerPool, true);
    log.warn("a newer version has migrated the queue: it does the jobs from now on");
  });
  begin();

  return {
    async stop() {
      stopping.abort();
      clearTimeout(deadline);
      await replacing;
      const last = pool;
      pool = null;
      if (last) close(last, false);
      await Promise.all(closing);
    },
  };
}
