import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

export interface NewJob {
  kind: string;
  payload: unknown;
  queue: string | null;
  runAt: Date | null;
  maxAttempts: number;
  jobKey: string | null;
  priority: number;
}

/** Jobs as the one value of `addedJobs`. */
export const writeJobs = (jobs: readonly NewJob[]): string => JSON.stringify(jobs);

/** Adds jobs by graphile-worker's own function, which is a part of its interface. A row for each. */
export const addedJobs = (jobs: string) => sql`
  graphile_worker.add_jobs((
    SELECT array_agg((job.kind, job.payload, job.queue, job."runAt", job."maxAttempts", job."jobKey", job.priority,
      NULL)::graphile_worker.job_spec)
    FROM json_to_recordset(${jobs}::json) AS job (kind text, payload json, queue text, "runAt" timestamptz,
      "maxAttempts" smallint, "jobKey" text, priority smallint)))`;

export async function addJob(tx: SqlReader, job: NewJob): Promise<void> {
  await sql`SELECT FROM ${addedJobs(writeJobs([job]))}`.execute(tx.sql);
}
