import { Logger, runMigrations, runTaskList } from "graphile-worker";
import { getConfig } from "../config/config";
import { now } from "../core/clock";
import { log } from "../core/log";
import { connection } from "../db/client";
import { sweepOrders } from "../orders/close-order";
import { enqueueDue } from "./cron-schedule";
import { keepAsking } from "./keep-asking";
import { keepRunning } from "./supervise-workers";
import { taskList } from "./tasks";
import { holdLease } from "./worker-heartbeat";

const beatMs = 10_000;

const logger = new Logger(() => (level, message) => {
  if (level === "error") log.error({ worker: message }, "worker");
  else if (level === "warning") log.warn({ worker: message }, "worker");
  else log.debug({ worker: message }, "worker");
});

export interface RunningWorker {
  stop(): Promise<void>;
}

/** Works off jobs in this process until stopped. Several processes may do so on one database. */
export async function startWorker(): Promise<RunningWorker> {
  const connectionString = getConfig().database.url;
  if (!connectionString) throw new Error("database.url is not set");
  await runMigrations({ connectionString, logger });
  const lease = await holdLease(connectionString);
  const { events } = lease;
  const tasks = taskList();
  const workers = keepRunning(events, () =>
    // On the shop's own pool: one for the queue alone would be five more processes of the database.
    runTaskList(
      { events, logger, concurrency: 5, pollInterval: 1000, noHandleSignals: true },
      tasks,
      connection().pool,
    ),
  );
  const listening = keepAsking(events);
  const beat = setInterval(() => {
    listening.ask();
    sweepOrders().catch((error: unknown) => log.error({ error }, "the expiry sweep failed"));
    enqueueDue(now()).catch((error: unknown) => log.error({ error }, "a turn of the clock failed"));
  }, beatMs);
  beat.unref();
  return {
    async stop() {
      clearInterval(beat);
      await workers.stop();
      await lease.stop();
    },
  };
}
