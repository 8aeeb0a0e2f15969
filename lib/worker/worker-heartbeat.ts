import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { log } from "../core/log";
import { openClient } from "../db/guarded-client";
import { workerLock } from "../db/worker-lock";

const lockClass = workerLock;
const checkMs = 10_000;
const patienceMs = 8_000;
/** A connection that is older is replaced: a fail-over behind an unchanged name is noticed, and memory is given back. */
const lifetimeMs = 20 * 60_000;

/** Jobs and queues held by workers whose lock nobody holds. The age covers a worker that is just taking its lock. */
const releaseDead = `
  WITH held AS (
    SELECT locked_by FROM graphile_worker._private_jobs WHERE locked_at < now() - interval '15 seconds'
    UNION
    SELECT locked_by FROM graphile_worker._private_job_queues WHERE locked_at < now() - interval '15 seconds'),
  dead AS (
    SELECT array_agg(locked_by) AS ids FROM held
    WHERE locked_by IS NOT NULL AND locked_by <> ALL ($2::text[]) AND pg_try_advisory_xact_lock($1, hashtext(locked_by)))
  SELECT ids, graphile_worker.force_unlock_workers(ids) FROM dead WHERE ids IS NOT NULL`;

/** A connection that went silent may live on in the server, and its locks with it: then nobody could take us for dead. */
const endFormer = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = $1 AND usename = current_user AND pid <> pg_backend_pid()`;

export interface WorkerLease {
  /** For the workers: tells of each that begins and ends. */
  events: WorkerEvents;
  stop(): Promise<void>;
}

/**
 * The queue itself gives a killed worker's jobs back only after four hours. Each worker therefore holds an advisory lock
 * on a connection of this process, which PostgreSQL drops when the process dies; whoever finds a job of a worker without
 * a lock frees it. The lock is a shared one, so that a new connection takes it while the old one still holds it. A worker wrongly taken for dead (its connection was cut) costs a second run, and handlers are idempotent.
 */
export async function holdLease(connectionString: string): Promise<WorkerLease> {
  const events: WorkerEvents = new EventEmitter();
  const ids = new Set<string>();
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
    const { rows } = await client.query<{ ids: string[] }>(releaseDead, [lockClass, [...ids]]);
    for (const row of rows) log.warn({ workers: row.ids }, "jobs of a worker that died are free again");
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
  // What it still holds is nobody's now: it gave itself up, or could not give it back.
  events.on("worker:stop", ({ worker }) => {
    ids.delete(worker.workerId);
    void inTurn(async () => client && (await unlock(client, worker.workerId)));
  });
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
