import { db } from "../db/client";
import type { JobKind } from "../jobs/kinds";

/** What runs by the clock, and every how many minutes. Expiry has a beat of its own (start.ts): a minute is too coarse. */
const clockwork: { kind: JobKind; minutes: number }[] = [
  { kind: "order.sweep", minutes: 1 },
  { kind: "payment.reconcile", minutes: 5 },
  { kind: "interconnect.sweep", minutes: 1 },
  { kind: "housekeeping.purge", minutes: 5 },
  { kind: "housekeeping.reseal", minutes: 1 },
  { kind: "backup.nightly", minutes: 30 },
];

/**
 * Adds the jobs whose turn has come, each once a turn however many processes ask, in graphile-worker's own table of turns.
 * Its own clock ends for good, and the whole runner with it, at the first statement that fails; here a turn that could
 * not be noted is still due at the next beat. Missed runs are not caught up: the next one finds the same work.
 * Turns go by the database's clock, which all processes share; one that lies ahead of it was noted by a wrong clock, and
 * is due. `at` is for tests.
 */
export async function enqueueDue(at: Date | null = null): Promise<void> {
  await db().$executeRaw`
    WITH turns AS (
      SELECT kind, date_bin(minutes * interval '1 minute', coalesce(${at}::timestamptz, now()), 'epoch') AS turn
      FROM unnest(${clockwork.map(({ kind }) => kind)}::text[], ${clockwork.map(({ minutes }) => minutes)}::int[])
        AS clockwork (kind, minutes)),
    due AS (
      INSERT INTO graphile_worker._private_known_crontabs AS known (identifier, known_since, last_execution)
      SELECT kind, turn, turn FROM turns
      ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution
      WHERE known.last_execution IS NULL OR known.last_execution < excluded.last_execution
        OR known.last_execution > excluded.last_execution + interval '10 minutes'
      RETURNING identifier)
    SELECT graphile_worker.add_job(identifier, '{}'::json, max_attempts => 1, job_key => identifier) FROM due`;
}
