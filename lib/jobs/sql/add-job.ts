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

/** By graphile-worker's own function, which is a part of its interface. */
export async function addJob(
  tx: SqlReader,
  { kind, payload, queue, runAt, maxAttempts, jobKey, priority }: NewJob,
): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job(
      ${kind}::text, payload => ${JSON.stringify(payload)}::json, queue_name => ${queue}::text,
      run_at => ${runAt}::timestamptz, max_attempts => ${maxAttempts}::int,
      job_key => ${jobKey}::text, priority => ${priority}::int)`.execute(tx.sql);
}
