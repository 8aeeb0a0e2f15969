import { db } from "../db/client";
import { workerLock } from "../db/worker-lock";

export interface QueueState {
  /** Workers that hold their lock, in all processes. */
  workers: number;
  due: number;
  oldestDueSeconds: number;
  oldestUnsentMailSeconds: number;
}

export async function readQueueState(): Promise<QueueState> {
  const [row] = await db().$queryRaw<QueueState[]>`
    SELECT
      (SELECT count(*)::int FROM pg_locks JOIN pg_database d ON d.oid = database
        WHERE locktype = 'advisory' AND granted AND classid = ${workerLock}::oid AND datname = current_database()) AS workers,
      (SELECT count(*)::int FROM graphile_worker._private_jobs WHERE is_available AND run_at <= now()) AS due,
      (SELECT COALESCE(extract(epoch FROM now() - min(run_at)), 0)::float8
        FROM graphile_worker._private_jobs WHERE is_available AND run_at <= now()) AS "oldestDueSeconds",
      (SELECT COALESCE(extract(epoch FROM now() - min(created_at)), 0)::float8
        FROM mails WHERE status = 'queued') AS "oldestUnsentMailSeconds"`;
  return row ?? { workers: 0, due: 0, oldestDueSeconds: 0, oldestUnsentMailSeconds: 0 };
}
