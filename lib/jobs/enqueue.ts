import type { Tx } from "../db/transaction";
import type { JobKind, JobPayloads } from "./kinds";
import { addJob, type NewJob } from "./sql/add-job";

export interface JobOptions {
  runAt?: Date;
  /** One pending job a key: a second call replaces the first. */
  jobKey?: string;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  maxAttempts?: number;
  priority?: number;
}

/** A job for a statement that writes more than jobs. */
export const newJob = <K extends JobKind>(
  kind: K,
  payload: JobPayloads[K],
  options: JobOptions = {},
): NewJob => ({
  kind,
  payload,
  queue: options.queue ?? null,
  runAt: options.runAt ?? null,
  maxAttempts: options.maxAttempts ?? 25,
  jobKey: options.jobKey ?? null,
  priority: options.priority ?? 0,
});

/** Adds a job in the caller's transaction: it exists when, and only when, that transaction commits. */
export const enqueue = <K extends JobKind>(
  tx: Tx,
  kind: K,
  payload: JobPayloads[K],
  options: JobOptions = {},
): Promise<void> => addJob(tx, newJob(kind, payload, options));

/** An event again, for the one subscriber that could not deal with it. */
export const enqueueForSubscriber = (tx: Tx, kind: JobKind, payload: unknown, subscriber: string) =>
  enqueue(tx, kind, { ...(payload as object), subscriber } as never);
