import { Logger, parseCronItems, run, runMigrations } from "graphile-worker";
import { getConfig } from "../config/config";
import { log } from "../core/log";
import { connection } from "../db/client";
import { sweepOrders } from "../orders/close-order";
import { holdLease } from "./hold-lease";
import { cronItems, taskList } from "./tasks";

const sweepMs = 10_000;

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
  const runner = await run({
    events: lease.events,
    // The shop's own: a pool for the queue alone would be five more processes of the database.
    pgPool: connection().pool,
    taskList: taskList(),
    parsedCronItems: parseCronItems(cronItems),
    concurrency: 5,
    pollInterval: 1000,
    noHandleSignals: true,
    logger,
  });
  const sweep = setInterval(() => {
    sweepOrders().catch((error: unknown) => log.error({ error }, "the expiry sweep failed"));
  }, sweepMs);
  sweep.unref();
  return {
    async stop() {
      clearInterval(sweep);
      await runner.stop();
      await lease.stop();
    },
  };
}
