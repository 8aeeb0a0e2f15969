import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function create() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: "keyshelf_http_request_duration_seconds",
      help: "Answered requests by route, method and status.",
      labelNames: ["route", "method", "status"],
      buckets: seconds,
      registers,
    }),
    jobs: new Histogram({
      name: "keyshelf_job_duration_seconds",
      help: "Jobs that this process ran, by kind and result (done, failed). A repeat for one subscriber names it.",
      labelNames: ["kind", "subscriber", "result"],
      buckets: seconds,
      registers,
    }),
    callbacks: new Counter({
      name: "keyshelf_callback_attempts_total",
      help: "Attempts to send a callback to an agent site, by result (accepted, refused_by_receiver, or why no answer came).",
      labelNames: ["result"],
      registers,
    }),
    mainSiteCalls: new Counter({
      name: "keyshelf_main_site_calls_total",
      help: "Signed calls to main sites, by result (ok, refused, lost).",
      labelNames: ["result"],
      registers,
    }),
    gatewayCalls: new Counter({
      name: "keyshelf_gateway_calls_total",
      help: "Calls to payment gateways, by call and result (done, refused, failed).",
      labelNames: ["call", "result"],
      registers,
    }),
    notifications: new Counter({
      name: "keyshelf_payment_notifications_total",
      help: "What gateways reported, by verdict: accepted, duplicate, or the reason of the refusal.",
      labelNames: ["verdict"],
      registers,
    }),
  };
}

// On globalThis because Next bundles this module more than once.
declare global {
  var keyshelfMetrics: ReturnType<typeof create> | undefined;
}
const holder = globalThis;
holder.keyshelfMetrics ??= create();

/**
 * Figures that this process counts as it works; lib/operations/write-metrics.ts adds what it reads when somebody asks.
 */
export const metrics = holder.keyshelfMetrics;

/** Gauges with the name of a counter, which checks of metrics refuse; the same figures by type have good names. */
const misnamed = ["handles", "requests", "resources"].map((what) => `nodejs_active_${what}_total`);

/** Memory, processor time, event loop lag and garbage collection: measured only where somebody asks for metrics. */
export const measureProcess = (): void => {
  if (metrics.registry.getSingleMetric("process_cpu_seconds_total")) return;
  collectDefaultMetrics({ register: metrics.registry });
  for (const name of misnamed) metrics.registry.removeSingleMetric(name);
};
