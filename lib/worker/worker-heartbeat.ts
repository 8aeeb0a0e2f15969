import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { log } from "../core/process/log";
import { GuardedClient, openClient } from "../db/connections/guarded-client";
import { sqlOn } from "../db/kysely";
import { workerLock } from "../db/worker-lock";
import { freeForgottenJobs, freeJobsOfDeadPools } from "../jobs/sql/graphile-private";

const lockClass = workerLock;
const patienceMs = 8_000;
/** A connection that is older is replaced: a fail-over behind an unchanged name is noticed, and memory is given back. */
const lifetimeMs = 20 * 60_000;

/** A silent connection may stay open in the server with its locks: then no other process could see that this one ended. */
const endFormer = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = $1 AND usename = current_user AND pid <> pg_backend_pid()`;

export interface WorkerLease {
  /** Called when a pool of workers begins and ends, and takes and ends a job. */
  events: WorkerEvents;
  stop(): Promise<void>;
}

/**
 * The queue itself gives the jobs of a killed pool of workers back only after four hours. Each pool therefore holds an advisory
 * lock on a connection of this process, which PostgreSQL drops when the process dies; whoever finds a job of a pool without a
 * lock frees it, and each process frees what its own pools have locked and neither run nor hold ready. The lock is a shared one,
 * so that a new connection takes it while the old one still holds it. A pool wrongly taken for dead (its connection was cut)
 * costs a second run, and handlers are idempotent.
 */
export async function holdLease(connectionString: string, checkMs: number): Promise<WorkerLease> {
  const events: WorkerEvents = new EventEmitter();
  const ids = new Set<string>();
  /** Jobs that were fetched and are not done, or whose end may not be in the database yet. */
  const taken = new Set<string>();
  /** Jobs that ended since the last check, and before it. */
  let ended = new Set<string>();
  let endedBefore = new Set<string>();
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
    const isOutdated = client instanceof GuardedClient && client.isOutdated;
    if (client && (isOutdated || performance.now() - openedAt > lifetimeMs)) {
      const old = client;
      client = await connect();
      void old.end();
    }
    client ??= await connect();
    const pools = await freeJobsOfDeadPools({ sql: sqlOn(client) }, lockClass, [...ids]);
    if (pools.length > 0) log.warn({ pools }, "jobs of workers that died are free again");
    const jobs = await freeForgottenJobs({ sql: sqlOn(client) }, { pools: [...ids], taken: [...taken] });
    if (jobs.length > 0) log.warn({ jobs }, "jobs that nobody runs are free again");
    for (const id of endedBefore) taken.delete(id);
    endedBefore = ended;
    ended = new Set();
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

  events.on("pool:create", ({ workerPool: { id } }) => {
    ids.add(id);
    void inTurn(async () => client && (await lock(client, id)));
  });
  // A pool that ended has released its jobs or could not; either way they are free from now on.
  events.on("pool:release", ({ workerPool: { id } }) => {
    ids.delete(id);
    void inTurn(async () => client && (await unlock(client, id)));
  });
  events.on("localQueue:getJobs:complete", ({ jobs }) => {
    for (const { id } of jobs) {
      taken.add(id);
      ended.delete(id);
      endedBefore.delete(id);
    }
  });
  events.on("localQueue:returnJobs", ({ jobs }) => {
    for (const { id } of jobs) taken.delete(id);
  });
  events.on("job:complete", ({ job }) => ended.add(job.id));
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
