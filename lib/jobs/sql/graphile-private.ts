import { type Expression, type SqlBool, sql } from "kysely";
import type { SqlReader } from "../../db/kysely";
import type { JobKind } from "../kinds";

/**
 * Everything that reads or writes tables which graphile-worker keeps to itself, and may change with any release. Their
 * columns as they are used here; tests/integration/worker/graphile-private.test.ts compares them with the library's.
 */
export const privateColumns = {
  _private_jobs: {
    attempts: "smallint",
    id: "bigint",
    is_available: "boolean",
    locked_at: "timestamp with time zone",
    locked_by: "text",
    max_attempts: "smallint",
    payload: "json",
    run_at: "timestamp with time zone",
    task_id: "integer",
  },
  _private_job_queues: { locked_at: "timestamp with time zone", locked_by: "text" },
  _private_known_crontabs: {
    identifier: "text",
    known_since: "timestamp with time zone",
    last_execution: "timestamp with time zone",
  },
  _private_tasks: { id: "integer", identifier: "text" },
} as const;

/** For the backup: their rows belong to the shop. */
export const privateTables: readonly string[] = Object.keys(privateColumns);

interface Due {
  due: number;
  oldestDueSeconds: number;
}

/** Jobs that could run now, and for how long the oldest of them could. */
export async function readDueJobs(reader: SqlReader): Promise<Due> {
  const { rows } = await sql<Due>`
    SELECT count(*)::int AS due, coalesce(extract(epoch FROM now() - min(run_at)), 0)::float8 AS "oldestDueSeconds"
    FROM graphile_worker._private_jobs WHERE is_available AND run_at <= now()`.execute(reader.sql);
  return rows[0] ?? { due: 0, oldestDueSeconds: 0 };
}

/** Whether a job of this kind will still run, or runs, whose payload has `id` in `member`. */
export const hasOpenJob = (kind: JobKind, member: string, id: Expression<number>): Expression<SqlBool> =>
  sql<SqlBool>`EXISTS (
    SELECT FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
    WHERE task.identifier = ${kind} AND (job.payload ->> ${member}::text)::int = ${id}
      AND (job.attempts < job.max_attempts OR job.locked_at IS NOT NULL))`;

/** Jobs that wait for another attempt, whose payload has one of `ids` in `member`, run now. @returns how many */
export async function hastenJobs(
  reader: SqlReader,
  { kind, member, ids, at }: { kind: JobKind; member: string; ids: readonly number[]; at: Date },
): Promise<number> {
  const { rows } = await sql`
    SELECT id FROM graphile_worker.reschedule_jobs(ARRAY(
      SELECT job.id FROM graphile_worker._private_jobs AS job
        JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
      WHERE task.identifier = ${kind} AND (job.payload ->> ${member}::text)::int = ANY (${ids}::int[])
        AND job.locked_at IS NULL AND job.attempts < job.max_attempts AND job.run_at > ${at}), run_at => ${at})`.execute(
    reader.sql,
  );
  return rows.length;
}

/** Deletes every job that no worker is running. */
export async function forgetJobs(reader: SqlReader): Promise<void> {
  await sql`DELETE FROM graphile_worker._private_jobs WHERE locked_at IS NULL`.execute(reader.sql);
}

/** Deletes jobs that failed for good before that time, at most `limit`. @returns how many it deleted */
export async function deleteFailedJobs(reader: SqlReader, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM graphile_worker._private_jobs WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM graphile_worker._private_jobs
      WHERE run_at < ${before}::timestamptz AND attempts >= max_attempts AND locked_at IS NULL LIMIT ${limit}))
    RETURNING 1`.execute(reader.sql);
  return rows.length;
}

/**
 * Adds the jobs whose turn has come, each once a turn however many processes ask, in the library's own table of turns.
 * Turns go by the database's clock, which all processes share; a turn more than ten minutes ahead of it was noted by a
 * wrong clock and is due.
 */
export async function addDueJobs(
  reader: SqlReader,
  schedule: readonly { kind: JobKind; minutes: number }[],
  /** For tests: another time than the database's. */
  at: Date | null,
): Promise<void> {
  await sql`
    WITH turns AS (
      SELECT kind, date_bin(minutes * interval '1 minute', coalesce(${at}::timestamptz, now()), 'epoch') AS turn
      FROM unnest(${schedule.map(({ kind }) => kind)}::text[], ${schedule.map(({ minutes }) => minutes)}::int[])
        AS schedule (kind, minutes)),
    due AS (
      INSERT INTO graphile_worker._private_known_crontabs AS known (identifier, known_since, last_execution)
      SELECT kind, turn, turn FROM turns
      ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution
      WHERE known.last_execution IS NULL OR known.last_execution < excluded.last_execution
        OR known.last_execution > excluded.last_execution + interval '10 minutes'
      RETURNING identifier)
    SELECT graphile_worker.add_job(identifier, '{}'::json, max_attempts => 1, job_key => identifier) FROM due`.execute(
    reader.sql,
  );
}

/**
 * Frees the jobs and queues of pools of workers whose advisory lock nobody holds. The age covers a pool that is just taking its
 * lock. @returns the pools that were dead
 */
export async function freeJobsOfDeadPools(
  reader: SqlReader,
  lockClass: number,
  ownPools: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ pools: string[] }>`
    WITH holding AS (
      SELECT locked_by FROM graphile_worker._private_jobs WHERE locked_at < now() - interval '15 seconds'
      UNION
      SELECT locked_by FROM graphile_worker._private_job_queues WHERE locked_at < now() - interval '15 seconds'),
    dead AS (
      SELECT array_agg(locked_by) AS pools FROM holding
      WHERE locked_by IS NOT NULL AND locked_by <> ALL (${ownPools}::text[])
        AND pg_try_advisory_xact_lock(${lockClass}::int, hashtext(locked_by)))
    SELECT pools, graphile_worker.force_unlock_workers(pools) FROM dead WHERE pools IS NOT NULL`.execute(
    reader.sql,
  );
  return rows[0]?.pools ?? [];
}

/**
 * Frees jobs, and their queues, that a living pool has locked and neither runs nor holds ready: a fail-over to a standby that
 * lagged behind brings back a job that it had finished. The age covers a job that was just fetched.
 * @returns their numbers
 */
export async function freeForgottenJobs(
  reader: SqlReader,
  { pools, taken }: { pools: readonly string[]; taken: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH freed AS (
      UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL, run_at = greatest(run_at, now())
      WHERE locked_by = ANY (${[...pools]}::text[]) AND locked_at < now() - interval '15 seconds'
        AND id <> ALL (${[...taken]}::bigint[])
      RETURNING id, job_queue_id),
    freed_queues AS (
      UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL
      WHERE id IN (SELECT job_queue_id FROM freed))
    SELECT id::text AS id FROM freed`.execute(reader.sql);
  return rows.map(({ id }) => id);
}

/** Jobs that a pool has fetched and not begun wait again; their named queues stay as they are. */
export async function giveJobsBack(
  reader: SqlReader,
  { ids, pool }: { ids: readonly string[]; pool: string },
): Promise<void> {
  await sql`
    UPDATE graphile_worker._private_jobs SET attempts = greatest(0, attempts - 1), locked_at = NULL, locked_by = NULL
    WHERE id = ANY (${[...ids]}::bigint[]) AND locked_by = ${pool}`.execute(reader.sql);
}

export interface JobFigures {
  kind: string;
  waiting: number;
  due: number;
  givenUp: number;
  oldestDueSeconds: number;
}

export async function readJobFigures(reader: SqlReader): Promise<JobFigures[]> {
  const { rows } = await sql<JobFigures>`
  SELECT t.identifier AS kind,
    count(*) FILTER (WHERE j.attempts < j.max_attempts)::int AS waiting,
    count(*) FILTER (WHERE j.is_available AND j.run_at <= now())::int AS due,
    count(*) FILTER (WHERE j.attempts >= j.max_attempts)::int AS "givenUp",
    COALESCE(extract(epoch FROM now() - min(j.run_at) FILTER (WHERE j.is_available AND j.run_at <= now())), 0)::float8
      AS "oldestDueSeconds"
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  GROUP BY t.identifier`.execute(reader.sql);
  return rows;
}
