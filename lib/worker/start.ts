import type { WorkerEvents } from "graphile-worker";
import { Logger, runTaskList } from "graphile-worker";
import type pg from "pg";
import type { PoolClient } from "pg";
import { enqueueQueries } from "../checkout/receive/reconcile-payments";
import { getConfig } from "../config/config";
import { log } from "../core/process/log";
import { connection, db, directAddress } from "../db/client";
import { GuardedPool } from "../db/connections/guarded-pool";
import { migrateQueue } from "../db/migrations/migrate-queue";
import { giveJobsBack } from "../jobs/sql/graphile-private";
import { publishForPrograms } from "../operations/events/publish-events";
import { keepJournal } from "../operations/journal/keep-journal";
import { sweepOrders } from "../orders/close-order";
import { allowSends, stopSends } from "../outgoing/stop-sends";
import { enqueueDue } from "./cron-schedule";
import { whenClockIsRight } from "./guard-clock";
import { hearOfJobs } from "./hear-of-jobs";
import { keepQueuesInOrder } from "./keep-queues-in-order";
import { keepRunning } from "./supervise-workers";
import { taskList } from "./tasks";
import { holdLease } from "./worker-heartbeat";

const usualMs = {
  /** How often a process looks for what the clock has made due, and for jobs that nobody runs any more. */
  beat: 10_000,
  lease: 10_000,
  /** How long workers may take to end. */
  farewell: 20_000,
};
/** A call to another host that is under way at a stop has so long to end by itself. */
const sendsPatienceMs = 3_000;
/**
 * Most of them wait for somebody else's server and hold no connection to the database: hanging ones must not keep the rest
 * from its turn. What works on the database is limited in tasks.ts. All of them ask for jobs five times a second together.
 */
const places = 16;

/**
 * Jobs are fetched and ended in blocks: to ask for each of them alone costs the database more than most of them do. A block
 * that nobody begins within two seconds goes back, so that another process may take it. A process that dies leaves its block
 * locked like the jobs it ran (worker-heartbeat.ts).
 */
const queueSettings = {
  pollInterval: 3000,
  localQueue: { size: 2 * places, ttl: 2000, refetchDelay: { durationMs: 40, threshold: places } },
  completeJobBatchDelay: 20,
  failJobBatchDelay: 0,
};

const logger = new Logger(() => (level, message) => {
  if (level === "error") log.error({ worker: message }, "worker");
  else if (level === "warning") log.warn({ worker: message }, "worker");
  else log.debug({ worker: message }, "worker");
});

export interface RunningWorker {
  stop(): Promise<void>;
}

/** On the shop's own pool: one for the queue alone would be more processes of the database. Behind a pooler there is no way. */
function openQueuePool(): { pool: pg.Pool; close(): Promise<void> } {
  if (getConfig().database.directUrl === null)
    return { pool: connection().pool, close: async () => undefined };
  const pool = new GuardedPool(directAddress(), { max: 3, name: "keyshelf-queue" });
  pool.on("error", (error) => log.warn({ reason: error.message }, "an idle connection of the queue broke"));
  return { pool, close: () => pool.end() };
}

/** Works off jobs in this process until stopped. Several processes may do so on one database. */
export async function startWorker(times: Partial<typeof usualMs> = {}): Promise<RunningWorker> {
  const ms = { ...usualMs, ...times };
  allowSends();
  const queue = openQueuePool();
  await migrateQueue(queue.pool);
  const lease = await holdLease(directAddress(), ms.lease);
  const { events } = lease;
  keepQueuesInOrder(events, {
    giveBack: (jobs) => giveJobsBack(db(), jobs),
    look: hearOfJobs(events),
    endsWithinMs: 2 * queueSettings.completeJobBatchDelay,
  });
  const tasks = taskList();
  const workers = keepRunning(
    events,
    () =>
      runTaskList(
        { events, logger, concurrency: places, noHandleSignals: true, preset: { worker: queueSettings } },
        tasks,
        queue.pool,
      ),
    ms.farewell,
  );
  const expireOrders = whenClockIsRight(sweepOrders);
  const listening = keepAsking(events);
  const beat = setInterval(() => {
    listening.ask();
    expireOrders().catch((error: unknown) => log.error({ error }, "the expiry sweep failed"));
    enqueueQueries().catch((error: unknown) => log.error({ error }, "due payments could not be asked for"));
    publishForPrograms().catch((error: unknown) => log.error({ error }, "events could not be published"));
    enqueueDue().catch((error: unknown) => log.error({ error }, "a turn of the clock failed"));
  }, ms.beat);
  beat.unref();
  const journal = keepJournal();
  return {
    async stop() {
      clearInterval(beat);
      const patience = setTimeout(stopSends, sendsPatienceMs);
      await workers.stop();
      clearTimeout(patience);
      await journal.stop();
      await lease.stop();
      await queue.close();
    },
  };
}

/**
 * The connection on which the queue listens sends nothing by itself: one that went silent would never be noticed, and would
 * be one of the pool's few for ever. A statement on it fails, and the queue takes another connection.
 */
export function keepAsking(events: WorkerEvents): { ask(): void } {
  const listeners = new Set<PoolClient>();
  events.on("pool:listen:success", ({ client }) => listeners.add(client));
  events.on("pool:listen:release", ({ client }) => listeners.delete(client));
  return {
    ask() {
      for (const client of listeners) client.query("SELECT 1").catch(() => listeners.delete(client));
    },
  };
}
