import type { IncomingMessage, ServerResponse } from "node:http";
import { getConfig } from "@/lib/config/config";
import { isIpInRanges } from "@/lib/core/formats/ip-ranges";
import { tracing } from "@/lib/core/process/trace";
import { clientTraceId } from "@/lib/http/logged-request";
import { type Handler, peerHeader } from "../door/front-door";

/** Built files and what monitors ask every few seconds tell nothing. */
const isTraced = (url: string) => !/^\/(_next\/|api\/health(\/|$|\?)|metrics($|\?))/.test(url);

function isFromProxy({ headers }: IncomingMessage): boolean {
  const { trustedProxies } = getConfig().server;
  return trustedProxies.length > 0 && isIpInRanges(String(headers[peerHeader]), trustedProxies);
}

/** A span for each request, where traces are on. Only a trusted proxy may have begun its trace. */
export const traceRequests =
  (next: Handler): Handler =>
  (incoming, outgoing) => {
    const current = tracing();
    if (!current || !isTraced(incoming.url ?? "/")) return next(incoming, outgoing);
    const headers = isFromProxy(incoming) ? { ...incoming.headers } : {};
    const foreign = clientTraceId(incoming.headers.traceparent);
    delete incoming.headers.traceparent;
    delete incoming.headers.tracestate;
    const { method = "" } = incoming;
    return current.run(
      {
        name: method,
        kind: "request",
        facts: { "http.request.method": method, ...(foreign ? { "client.trace_id": foreign } : {}) },
        headers,
      },
      (span) => {
        const closed = new Promise((resolve) => outgoing.once("close", resolve));
        const handled = next(incoming, outgoing);
        // Next tells the route of a page when all is sent, and a span that has ended takes nothing more.
        void Promise.allSettled([closed, handled]).then(() => endWith(outgoing, span));
        return handled;
      },
    );
  };

function endWith(
  { statusCode, writableFinished }: ServerResponse,
  span: { note(facts: Record<string, number>): void; end(error?: unknown): void },
): void {
  span.note({ "http.response.status_code": statusCode });
  if (!writableFinished) span.end({ name: "hung_up" });
  else if (statusCode >= 500) span.end({ name: String(statusCode) });
  else span.end();
}
