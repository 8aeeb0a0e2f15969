import { setTimeout as sleep } from "node:timers/promises";
import { isDraining } from "../core/process/draining";
import { sayProblem } from "../core/refusals/noted";
import { withReservedLane } from "../db/connections/laned-pool";
import { findUnusableMigration } from "../db/migrations/migrate";
import { readOwnNeeds } from "./needs";
import { writeProblem } from "./probe-writes";
import type { QueueState } from "./queue-state";

export interface Readiness {
  /** `degraded`: it serves, and somebody should look. `unavailable`: a balancer should send nothing. */
  status: "ready" | "degraded" | "unavailable";
  reasons: string[];
  queue: QueueState | null;
}

const databaseMs = 2_000;
const unavailable = (reason: string): Readiness => ({
  status: "unavailable",
  reasons: [reason],
  queue: null,
});

/** A missing worker takes no process off the balancer: sales would stop, whereas now only deliveries wait. */
async function look(): Promise<Readiness> {
  const refused = writeProblem();
  if (refused) return unavailable(`the database takes no writes: ${refused}`);
  const newer = await findUnusableMigration();
  if (newer) return unavailable(`the database was changed by a newer version (${newer})`);
  const { needs, queue } = await readOwnNeeds();
  const reasons = needs.flatMap(({ problem }) => (problem ? [sayProblem(problem)] : []));
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
