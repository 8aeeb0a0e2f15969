import { db } from "../db/client";
import type { JobKind } from "../jobs/kinds";
import { addDueJobs } from "../jobs/sql/graphile-private";

/**
 * Kinds that run by the clock, and every how many minutes. Expiry has a beat of its own (start.ts): a minute is too
 * coarse.
 */
const schedule: { kind: JobKind; minutes: number }[] = [
  { kind: "order.sweep", minutes: 1 },
  { kind: "stock.tell", minutes: 1 },
  { kind: "stock.expire", minutes: 10 },
  { kind: "payment.reconcile", minutes: 5 },
  { kind: "receipt.issue", minutes: 30 },
  { kind: "channel.fetch_rates", minutes: 1 },
  { kind: "channel.test_all", minutes: 24 * 60 },
  { kind: "interconnect.sweep", minutes: 1 },
  { kind: "housekeeping.purge", minutes: 5 },
  { kind: "picture.sweep", minutes: 24 * 60 },
  { kind: "housekeeping.reseal", minutes: 1 },
  { kind: "stock.renew_hashes", minutes: 1 },
  { kind: "backup.nightly", minutes: 30 },
  { kind: "morning.tell", minutes: 10 },
  { kind: "update.ask", minutes: 24 * 60 },
];

/**
 * Adds the jobs whose turn has come. The queue's own schedule ends for good, and the whole runner with it, at the first
 * statement that fails; here a turn that could not be noted is still due ten seconds later. Missed runs are not caught up:
 * the next one finds the same work. `at` is for tests.
 */
export const enqueueDue = (at: Date | null = null): Promise<void> => addDueJobs(db(), schedule, at);
