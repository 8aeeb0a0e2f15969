import type { TaskList } from "graphile-worker";
import { failpoint } from "../core/failpoint";
import { log, withLogContext } from "../core/log";
import type { JobKind } from "../jobs/kinds";
import { handlers as housekeeping } from "./handlers/housekeeping";
import { handlers as interconnect } from "./handlers/interconnect";
import { handlers as notifications } from "./handlers/notifications";
import { handlers as operations } from "./handlers/operations";
import { handlers as operator } from "./handlers/operator";
import { handlers as orders } from "./handlers/orders";
import { handlers as payments } from "./handlers/payments";
import { handlers as keys } from "./handlers/reseal";
import { handlers as wallet } from "./handlers/wallet";
import type { Handlers } from "./types";

/** Each domain's say, in no particular order: handlers of one kind do not depend on each other. */
const domains: Handlers[] = [
  housekeeping,
  operations,
  keys,
  orders,
  payments,
  wallet,
  interconnect,
  notifications,
  operator,
];

type AnyHandler = (payload: unknown) => Promise<void>;

function handlersByKind(): Map<JobKind, AnyHandler[]> {
  const byKind = new Map<JobKind, AnyHandler[]>();
  for (const domain of domains) {
    for (const [kind, handler] of Object.entries(domain) as [JobKind, AnyHandler][]) {
      byKind.set(kind, [...(byKind.get(kind) ?? []), handler]);
    }
  }
  return byKind;
}

/** Runs all handlers of a job even when one fails; the job then comes again, and every handler is idempotent. */
async function runAll(kind: JobKind, payload: unknown, handlers: AnyHandler[]): Promise<void> {
  failpoint("after-lease");
  const results = await Promise.allSettled(handlers.map((handler) => handler(payload)));
  const failures = results.filter((result) => result.status === "rejected");
  for (const { reason } of failures)
    log.error({ error: reason, job: kind }, "a job failed and will be tried again");
  if (failures[0]) throw failures[0].reason;
}

export function taskList(): TaskList {
  return Object.fromEntries(
    [...handlersByKind()].map(([kind, handlers]) => [
      kind,
      (payload, { job }) => withLogContext({ job_id: String(job.id) }, () => runAll(kind, payload, handlers)),
    ]),
  ) as TaskList;
}
