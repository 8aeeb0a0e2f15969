import type { Tx } from "../db/transaction";
import type { JobKind, JobPayloads } from "./kinds";

export interface JobOptions {
  runAt?: Date;
  /** One pending job a key: a second call replaces the first. */
  jobKey?: string;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  maxAttempts?: number;
  priority?: number;
}

/** Adds a job in the caller's transaction: it exists when, and only when, that transaction commits. */
export async function enqueue<K extends JobKind>(
  tx: Tx,
  kind: K,
  payload: JobPayloads[K],
  options: JobOptions = {},
): Promise<void> {
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(
      ${kind}::text, payload => ${JSON.stringify(payload)}::json, queue_name => ${options.queue ?? null}::text,
      run_at => ${options.runAt ?? null}::timestamptz, max_attempts => ${options.maxAttempts ?? 25}::int,
      job_key => ${options.jobKey ?? null}::text, priority => ${options.priority ?? 0}::int)`;
}

/** An event again, for the one subscriber that could not deal with it. */
export const enqueueForSubscriber = (tx: Tx, kind: JobKind, payload: unknown, subscriber: string) =>
  enqueue(tx, kind, { ...(payload as object), subscriber } as never);
