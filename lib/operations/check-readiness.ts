import { setTimeout as sleep } from "node:timers/promises";
import { isDraining } from "../core/draining";
import { withReservedLane } from "../db/laned-pool";
import { findUnusableMigration } from "../db/migrate";
import { type QueueState, readQueueState } from "./queue-state";

export interface Readiness {
  /** `degraded`: it serves, and somebody should look. `unavailable`: a balancer should send nothing. */
  status: "ready" | "degraded" | "unavailable";
  reasons: string[];
  queue: QueueState | null;
}

const databaseMs = 2_000;
const lateJobSeconds = 300;
const lateMailSeconds = 900;

const unavailable = (reason: string): Readiness => ({
  status: "unavailable",
  reasons: [reason],
  queue: null,
});

/** A missing worker takes no process off the balancer: sales would stop, whereas now only deliveries wait. */
function warnings({ workers, oldestDueSeconds, oldestUnsentMailSeconds }: QueueState): string[] {
  const found: string[] = [];
  if (workers === 0) found.push("no worker is running");
  if (oldestDueSeconds > lateJobSeconds)
    found.push(`a job has been due for ${Math.round(oldestDueSeconds)} s`);
  if (oldestUnsentMailSeconds > lateMailSeconds)
    found.push(`a mail has been waiting for ${Math.round(oldestUnsentMailSeconds)} s`);
  return found;
}

async function look(): Promise<Readiness> {
  const queue = await readQueueState();
  const newer = await findUnusableMigration();
  if (newer) return unavailable(`the database was changed by a newer version (${newer})`);
  const reasons = warnings(queue);
  return { status: reasons.length === 0 ? "ready" : "degraded", reasons, queue };
}

let last: { at: number; answer: Promise<Readiness> } | undefined;
const keptMs = 1_000;

async function lookInTime(): Promise<Readiness> {
  const late = sleep(databaseMs, unavailable(`the database has not answered for ${databaseMs / 1000} s`), {
    ref: false,
  });
  const found = withReservedLane(look).catch(() => unavailable("the database cannot be asked"));
  return Promise.race([found, late]);
}

/** For balancers: the database is asked at most once a second. */
export async function checkReadiness(): Promise<Readiness> {
  if (isDraining()) return unavailable("this process is about to stop");
  const at = performance.now();
  if (!last || at - last.at > keptMs) last = { at, answer: lookInTime() };
  return last.answer;
}
