import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { log } from "../core/log";
import { openClient } from "../db/guarded-client";
import { sqlOn } from "../db/kysely";
import { workerLock } from "../db/worker-lock";
import { freeForgottenJobs, freeJobsOfDeadWorkers } from "../jobs/sql/graphile-private";

const lockClass = workerLock;
const checkMs = 10_000;
const patienceMs = 8_000;
/** A connection that is older is replaced: a fail-over behind an unchanged name is noticed, and memory is given back. */
const lifetimeMs = 20 * 60_000;

/** A silent connection may stay open in the server with its locks: then no other process could see that this one ended. */
const endFormer = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = $1 AND usename = current_user AND pid <> pg_backend_pid()`;

export interface WorkerLease {
  /** Called when a worker begins and ends. */
  events: WorkerEvents;
  stop(): Promise<void>;
}

/**
 * The queue itself gives a killed worker's jobs back only after four hours. Each worker therefore holds an advisory lock
 * on a connection of this process, which PostgreSQL drops when the process dies; whoever finds a job of a worker without
 * a lock frees it, and each process frees what its own workers have locked and do not run. The lock is a shared one, so that a new connection takes it while the old one still holds it. A worker wrongly taken for dead (its connection was cut) costs a second run, and handlers are idempotent.
 */
export async function holdLease(connectionString: string): Promise<WorkerLease> {
  const events: WorkerEvents = new EventEmitter();
  const ids = new Set<string>();
  const running = new Set<string>();
  const name = `keyshelf-lease-${randomUUID()}`;
  let client: pg.Client | null = null;
  let openedAt = 0;
  let isStopped = false;

  const lock = (on: pg.Client, id: string) =>
    on.query("SELECT pg_advisory_lock_shared($1, hashtext($2))", [lockClass, id]);
  const unlock = (on: pg.Client, id: string) =>
    on.query("SELECT pg_advisory_unlock_shared($1, hashtext($2))", [lockClass, id]);

  async function connect(): Promise<pg.Client> {
    const fresh = await openClient(connectionString, name, { patienceMs });
    try {
      fresh.on("error", () => {
        if (client === fresh) client = null;
      });
      for (const id of ids) await lock(fresh, id);
      await fresh.query(endFormer, [name]);
      openedAt = performance.now();
      return fresh;
    } catch (error) {
      void fresh.end();
      throw error;
    }
  }

  async function check(): Promise<void> {
    if (client && performance.now() - openedAt > lifetimeMs) {
      const old = client;
      client = await connect();
      void old.end();
    }
    client ??= await connect();
    const workers = await freeJobsOfDeadWorkers({ sql: sqlOn(client) }, lockClass, [...ids]);
    if (workers.length > 0) log.warn({ workers }, "jobs of a worker that died are free again");
    const jobs = await freeForgottenJobs(
      { sql: sqlOn(client) },
      { workers: [...ids], running: [...running] },
    );
    if (jobs.length > 0) log.warn({ jobs }, "jobs that nobody runs are free again");
  }

  const failed = (error: unknown) => {
    void client?.end();
    client = null;
    if (!isStopped) log.error({ error }, "the worker's lease could not be kept");
  };

  // One after the other: a connection takes one query at a time.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (step: () => Promise<unknown>): Promise<unknown> => {
    last = last.then(step).catch(failed);
    return last;
  };

  events.on("worker:create", ({ worker }) => {
    ids.add(worker.workerId);
    void inTurn(async () => client && (await lock(client, worker.workerId)));
  });
  // A stopped worker has released its jobs or could not; either way they are free from now on.
  events.on("worker:stop", ({ worker }) => {
    ids.delete(worker.workerId);
    void inTurn(async () => client && (await unlock(client, worker.workerId)));
  });
  events.on("job:start", ({ job }) => running.add(job.id));
  events.on("job:complete", ({ job }) => running.delete(job.id));
  client = await connect();
  await inTurn(check);
  const timer = setInterval(() => void inTurn(check), checkMs);
  timer.unref();

  return {
    events,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await last;
      await client?.end();
    },
  };
}
