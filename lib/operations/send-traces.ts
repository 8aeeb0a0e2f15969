import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { version } from "../config/version";
import { log } from "../core/process/log";
import { type OpenSpan, type SpanKind as OurKind, setTracing, type Tracing } from "../core/process/trace";
import { memberOf } from "../core/shapes/records";

const kinds = {
  request: SpanKind.SERVER,
  call: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
} satisfies Record<OurKind, SpanKind>;

/** The kind of an error and never its message, which may quote a value. */
function kindOf(error: unknown): string {
  const name = error instanceof Error ? error.name : undefined;
  return String(memberOf(error, "failure") ?? memberOf(error, "code") ?? name ?? "error");
}

/** A route is known after the request has begun, and that of a page only to Next, which notes it. */
function nameAfterRoute(span: Span): void {
  const { attributes, name } = span as unknown as ReadableSpan;
  const route = attributes["http.route"];
  if (typeof route === "string") span.updateName(`${name} ${route}`);
}

const open = (span: Span, kind: OurKind): OpenSpan => ({
  note: (facts) => void span.setAttributes(facts),
  end(error) {
    if (kind === "request" && span.isRecording()) nameAfterRoute(span);
    if (error !== undefined) {
      span.setAttribute("error.type", kindOf(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  },
});

/** Attributes that the spans of Next itself may tell: routes and steps, and no address, which may hold a token. */
const isPublic = (name: string) => /^(next\.|http\.(method|route|status_code)$|error\.type$)/.test(name);

function hideAddresses(span: ReadableSpan): void {
  const attributes = span.attributes as Attributes;
  for (const name of Object.keys(attributes)) {
    if (!isPublic(name)) delete attributes[name];
    else if (/:\/\//.test(String(attributes[name]))) delete attributes[name];
  }
  span.events.length = 0;
  span.status.message = "";
  if (/:\/\//.test(span.name)) (span as { name: string }).name = "fetch";
}

/** Leaves addresses out of Next's own spans before anything is sent. */
class DiscreetExporter implements SpanExporter {
  readonly #exporter: SpanExporter;

  constructor(exporter: SpanExporter) {
    this.#exporter = exporter;
  }

  export(...[spans, done]: Parameters<SpanExporter["export"]>): void {
    for (const span of spans) if (span.instrumentationScope.name !== "keyshelf") hideAddresses(span);
    this.#exporter.export(spans, (result) => {
      if (result.error) log.warn({ reason: result.error.message }, "traces could not be sent");
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }
}

export interface TraceTarget {
  /** The address of an OTLP/HTTP collector, without /v1/traces. */
  endpoint: string;
  /** Share of requests and jobs that are traced. */
  percent: number;
}

/**
 * From now on requests, jobs, statements and calls to other servers are traced; @returns what ends it and sends the rest.
 * Nothing else imports the SDK, and this module is loaded only where traces are wanted.
 */
export function sendTraces({ endpoint, percent }: TraceTarget): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "keyshelf", "service.version": version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(percent / 100) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new DiscreetExporter(exporter) })],
  });
  // Global, so that Next adds its steps of a page to our span of the request.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  const tracer = provider.getTracer("keyshelf");

  const tracing: Tracing = {
    run({ name, kind, facts, headers }, work) {
      const parent =
        kind === "call"
          ? context.active()
          : headers
            ? propagation.extract(ROOT_CONTEXT, headers)
            : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, parent);
      return context.with(trace.setSpan(parent, span), () => work(open(span, kind)));
    },
    begin(name, facts) {
      const active = trace.getActiveSpan();
      if (!active?.isRecording()) return null;
      return open(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: facts }), "call");
    },
    note: (facts) => void trace.getActiveSpan()?.setAttributes(facts),
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
  };
  setTracing(tracing);
  return async () => {
    setTracing(undefined);
    await provider.shutdown();
    trace.disable();
    context.disable();
    propagation.disable();
  };
}
