import type { TaskList } from "graphile-worker";
import { failpoint } from "../core/process/failpoint";
import { log, withLogContext } from "../core/process/log";
import { metrics } from "../core/process/metrics";
import { tracing } from "../core/process/trace";
import { inTransaction } from "../db/transaction";
import { enqueueForSubscriber } from "../jobs/enqueue";
import type { JobKind } from "../jobs/kinds";
import { handlers as events } from "./handlers/events";
import { handlers as housekeeping } from "./handlers/housekeeping";
import { handlers as interconnect } from "./handlers/interconnect";
import { handlers as notifications } from "./handlers/notifications";
import { handlers as operations } from "./handlers/operations";
import { handlers as operator } from "./handlers/operator";
import { handlers as orders } from "./handlers/orders";
import { handlers as payments } from "./handlers/payments";
import { handlers as reseal } from "./handlers/reseal";
import { handlers as wallet } from "./handlers/wallet";
import type { Handlers } from "./types";

/** Subscribers to kinds of jobs, by name: handlers of one kind do not depend on each other. */
const subscribers = ofEveryKind({
  housekeeping,
  operations,
  reseal,
  orders,
  payments,
  wallet,
  interconnect,
  notifications,
  operator,
  events,
});

type KindsOf<S> = { [Name in keyof S]: keyof S[Name] }[keyof S];
type Unhandled<S> = Record<Exclude<JobKind, KindsOf<S>>, "has no handler">;

/** A kind of job that nobody handles does not compile: it is named as the member that is missing. */
function ofEveryKind<S extends Record<string, Handlers>>(
  subscribers: S & Unhandled<S>,
): Record<string, Handlers> {
  return subscribers;
}

/** They wait for another server: a mail server, a gateway, a main site, a receiver of callbacks, a seller's server. */
const outgoing = new Set<JobKind>([
  "mail.send",
  "payment.query",
  "refund.send",
  "channel.fetch_rate",
  "callback.send",
  "operator.send",
  "site.ping",
  "site.test_order",
  "delivery.ask",
  "stock.ask",
  "purchase.pay",
  "purchase.poll",
  "connection.sync",
  "product.pictures",
]);
const localPlaces = 5;

type AnyHandler = (payload: unknown) => Promise<void>;
type HandlersOfKind = Map<string, AnyHandler>;

function handlersByKind(): Map<JobKind, HandlersOfKind> {
  const byKind = new Map<JobKind, HandlersOfKind>();
  for (const [name, handlers] of Object.entries(subscribers)) {
    for (const [kind, handler] of Object.entries(handlers) as [JobKind, AnyHandler][]) {
      const ofKind = byKind.get(kind) ?? new Map<string, AnyHandler>();
      byKind.set(kind, ofKind.set(name, handler));
    }
  }
  return byKind;
}

/** Set on the job of a single subscriber. */
const subscriberOf = (payload: unknown): string | undefined =>
  typeof payload === "object" && payload !== null && "subscriber" in payload
    ? String(payload.subscriber)
    : undefined;

/**
 * Runs every subscriber of an event. One that fails gets a job of its own, so that it is repeated alone and the queue names
 * it; when all fail the job itself comes again. Every handler is idempotent: a process may die in between.
 */
async function runSubscribers(kind: JobKind, payload: unknown, handlers: HandlersOfKind): Promise<void> {
  failpoint("after-lease");
  const only = subscriberOf(payload);
  const wanted = [...handlers].filter(([name]) => only === undefined || name === only);
  const begin = performance.now();
  const results = await Promise.allSettled(wanted.map(([, handler]) => handler(payload)));
  const result = results.some(({ status }) => status === "rejected") ? "failed" : "done";
  metrics.jobs.observe({ kind, subscriber: only ?? "", result }, (performance.now() - begin) / 1000);
  const failed = wanted.flatMap(([name], index): { name: string; reason: unknown }[] => {
    const result = results[index];
    return result?.status === "rejected" ? [{ name, reason: result.reason }] : [];
  });
  for (const { name, reason } of failed)
    log.error({ error: reason, job: kind, subscriber: name }, "a job failed and will be tried again");
  if (failed.length === wanted.length && failed[0]) throw failed[0].reason;
  if (failed.length === 0) return;
  await inTransaction(async (tx) => {
    for (const { name } of failed) await enqueueForSubscriber(tx, kind, payload, name);
  });
}

async function traced(kind: JobKind, id: string, run: () => Promise<void>): Promise<void> {
  const current = tracing();
  if (!current) return run();
  const span = { name: `job ${kind}`, kind: "job", facts: { "keyshelf.job_id": id } } as const;
  return current.run(span, async ({ end }) => run().then(() => end(), failing(end)));
}

const failing = (end: (error: unknown) => void) => (error: unknown) => {
  end(error);
  throw error;
};

/** Jobs that a former version left in the queue, and what does the same now. */
const formerKinds: Record<string, readonly JobKind[]> = { "order.sold": ["order.paid", "order.delivered"] };

export function taskList(): TaskList {
  const inLocalPlace = limitConcurrency(localPlaces);
  const tasks = Object.fromEntries(
    [...handlersByKind()].map(([kind, handlers]) => [
      kind,
      (payload, { job }) =>
        withLogContext({ job_id: String(job.id) }, () => {
          const run = () => traced(kind, String(job.id), () => runSubscribers(kind, payload, handlers));
          return outgoing.has(kind) ? run() : inLocalPlace(run);
        }),
    ]),
  ) as TaskList;
  for (const [former, kinds] of Object.entries(formerKinds))
    tasks[former] = async (payload, helpers) => {
      for (const kind of kinds) await tasks[kind]?.(payload, helpers);
    };
  return tasks;
}

/** Lets at most `size` run at once; the others wait in the order in which they came. */
export function limitConcurrency(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = size;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
