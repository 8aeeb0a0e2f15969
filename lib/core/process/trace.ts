export type SpanKind = "request" | "call" | "job";
/** Names and figures. No text of a visitor, no address of one and no secret: traces leave the machine. */
export type SpanFacts = Record<string, string | number | boolean>;

export interface OpenSpan {
  note(facts: SpanFacts): void;
  end(error?: unknown): void;
}

/** Acts of lib/operations/send-traces.ts on spans while `tracing.endpoint` is set. */
export interface Tracing {
  /** Runs `work` inside a span of its own. `headers`: of a proxy that may have begun the trace. */
  run<T>(
    span: { name: string; kind: SpanKind; facts: SpanFacts; headers?: Record<string, unknown> },
    work: (span: OpenSpan) => T,
  ): T;
  /** A span inside the one that runs; null outside of any, where it would be a trace of one line. */
  begin(name: string, facts: SpanFacts): OpenSpan | null;
  /** To the request or job that runs. */
  note(facts: SpanFacts): void;
  /** For the lines of the log. */
  traceId(): string | undefined;
}

// On globalThis because Next bundles this module more than once.
declare global {
  var keyshelfTracing: Tracing | undefined;
}
const holder = globalThis;

/** Undefined while traces are off, which is all that they cost then. */
export const tracing = (): Tracing | undefined => holder.keyshelfTracing;

export const setTracing = (given: Tracing | undefined): void => {
  holder.keyshelfTracing = given;
};

/** Runs `work` as a call to another server, which ends with it. */
export async function tracedCall<T>(
  name: string,
  facts: SpanFacts,
  work: (span: OpenSpan | undefined) => Promise<T>,
): Promise<T> {
  const current = tracing();
  if (!current) return work(undefined);
  return current.run({ name, kind: "call", facts }, async (span) => {
    try {
      const result = await work(span);
      span.end();
      return result;
    } catch (error) {
      span.end(error);
      throw error;
    }
  });
}
