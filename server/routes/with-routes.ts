import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { newUuid } from "@/lib/core/ids";
import { withLogContext } from "@/lib/core/process/log";
import { metrics } from "@/lib/core/process/metrics";
import { logRequest } from "@/lib/core/process/request-log";
import { tracing } from "@/lib/core/process/trace";
import { textOf } from "@/lib/http/answer/respond";
import { setIncoming } from "@/lib/http/body/read-body";
import { clientIp } from "@/lib/http/caller/client-info";
import { idsOfCaller, loggedCaller, loggedPath } from "@/lib/http/logged-request";
import type { RouteModule } from "@/lib/http/operations";
import { isResource } from "@/lib/http/operations";
import { type FoundRoute, RouteTree } from "@/lib/http/route-tree";
import { takesCoding } from "../door/accept-encoding";
import type { Handler } from "../door/front-door";
import { readerOf } from "../door/header-reader";
import { leastPacked, ReadyAnswers } from "./ready-answers";
import { sendStream } from "./send-stream";
import { traceRequests } from "./trace-requests";

type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

const compress = promisify(gzip);
const standardMethods = new Set(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const isText = /^(application\/([\w.+-]+\+)?json|text\/)/;

/** Its body is read by `readBody` alone. What nobody reads of it, Node discards after the answer. */
function toRequest(incoming: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const { method = "GET" } = incoming;
  const isKnown = method === "GET" || method === "HEAD" || standardMethods.has(method);
  // A fixed origin: the Host header is the caller's and may be no host at all. Who needs it reads it from the headers.
  const request = new Request(`http://localhost${incoming.url ?? "/"}`, {
    method: isKnown ? method : "OPTIONS",
    headers,
  });
  // The class does not take every method that HTTP has.
  if (!isKnown) Object.defineProperty(request, "method", { value: method });
  setIncoming(request, incoming);
  return request;
}

async function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: Response,
  keep: (body: Buffer) => void,
): Promise<void> {
  const { status, headers, body } = answer;
  const type = headers.get("content-type") ?? "";
  for (const [name, value] of headers) outgoing.appendHeader(name, value);
  outgoing.statusCode = status;
  // A download is passed on as it comes; everything else is whole already.
  if (body && headers.has("content-disposition")) return sendStream(body, outgoing);
  const text = textOf(answer);
  let bytes: Buffer = text === undefined ? Buffer.from(await answer.arrayBuffer()) : Buffer.from(text);
  keep(bytes);
  if (isText.test(type)) {
    outgoing.appendHeader("vary", "Accept-Encoding");
    if (
      bytes.byteLength >= leastPacked &&
      takesCoding(String(incoming.headers["accept-encoding"] ?? ""), "gzip")
    ) {
      bytes = await compress(bytes);
      outgoing.setHeader("content-encoding", "gzip");
    }
  }
  if (bytes.byteLength > 0) outgoing.setHeader("content-length", bytes.byteLength);
  outgoing.end(bytes);
}

const knownMethods = new Set(["GET", "HEAD", ...standardMethods]);

const pathOf = ({ url = "/" }: IncomingMessage) => url.split("?", 1)[0] ?? url;

interface Measured {
  /** By route and not by address: an address that holds a number would be a figure of its own. */
  route: string;
  /** Id of an answer whose maker does not write its line of the log. */
  requestId?: string;
}

/** Counts the request when its answer has been sent, and writes its line of the log. */
function measure(incoming: IncomingMessage, outgoing: ServerResponse, { route, requestId }: Measured): void {
  const begin = performance.now();
  const { method = "" } = incoming;
  const traceId = requestId && tracing()?.traceId();
  outgoing.once("close", () => {
    const status = outgoing.writableFinished ? outgoing.statusCode : 499;
    const ms = performance.now() - begin;
    metrics.requests.observe(
      { route, method: knownMethods.has(method) ? method : "other", status },
      ms / 1000,
    );
    if (requestId === undefined) return;
    logRequest(() => ({
      request_id: requestId,
      ...idsOfCaller(readerOf(incoming)),
      trace_id: traceId,
      method,
      path: loggedPath(pathOf(incoming)),
      status,
      ms: Math.round(ms),
      ...loggedCaller(clientIp(readerOf(incoming))),
    }));
  });
}

/** Answer of an endpoint to a method that no route of the shop has. */
function refusalOf(module: RouteModule): unknown {
  const preflight = module.OPTIONS;
  return typeof preflight === "function" && "refuse" in preflight ? preflight.refuse : undefined;
}

/** Does what a handler of the API does by itself: one id for the answer, the lines of its log and its trace. */
const withRequestId =
  (next: Handler) =>
  (incoming: IncomingMessage, outgoing: ServerResponse, route: string): Promise<void> => {
    const requestId = newUuid();
    outgoing.setHeader("x-request-id", requestId);
    tracing()?.note({ "keyshelf.request_id": requestId });
    // Built files are asked for by the dozen, and nothing happens in them.
    const isFile = incoming.url?.startsWith("/_next/") ?? false;
    measure(incoming, outgoing, isFile ? { route: "_next" } : { route, requestId });
    const ids = { request_id: requestId, ...idsOfCaller(readerOf(incoming)) };
    return withLogContext(ids, () => next(incoming, outgoing));
  };

type LoadRoute = () => Promise<RouteModule>;
/** By their folders below app/. */
export type Routes = Readonly<Record<string, LoadRoute>>;

/** Loaded when it is first asked for, and kept unless that failed: the next call may find the file. */
function once(load: LoadRoute): LoadRoute {
  let loaded: Promise<RouteModule> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** The route file of a path; in that of a resource the operation's own folder. */
async function loadRoute(found: FoundRoute<LoadRoute>, path: string): Promise<FoundRoute<RouteModule>> {
  const module = await found.value();
  return isResource(module) ? module.find(path) : { ...found, value: module };
}

/**
 * Answers what `routes` name by calling their handlers, and hands everything else to `next`. They are the same handlers
 * that Next would call, for a third of the work of a small request (docs/decisions/speed/0045).
 */
export function withRoutes(routes: Routes, next: Handler): Handler {
  const tree = new RouteTree(
    Object.fromEntries(Object.entries(routes).map(([at, load]) => [at, once(load)])),
  );
  const ready = new ReadyAnswers();
  const pages = withRequestId(next);
  return traceRequests(async (incoming, outgoing) => {
    const url = incoming.url ?? "/";
    const given = ready.give(incoming, outgoing);
    if (given !== null) {
      tracing()?.note({ "http.route": given.route });
      return measure(incoming, outgoing, given);
    }
    const file = tree.find(pathOf(incoming));
    if (!file) return pages(incoming, outgoing, "page");
    const { route, value: module, params } = await loadRoute(file, pathOf(incoming));
    tracing()?.note({ "http.route": route });
    const handler = (module[incoming.method ?? "GET"] ?? refusalOf(module)) as RouteHandler | undefined;
    if (!handler) return pages(incoming, outgoing, route);
    measure(incoming, outgoing, { route });
    const answer = await handler(toRequest(incoming), { params: Promise.resolve(params) });
    // A client that went away before the answer was ready gets none.
    if (!outgoing.destroyed)
      await send(incoming, outgoing, answer, (body) => ready.keep(url, route, answer, body));
  });
}

/** For development: answers the API by the routes that `load` gives now, and hands everything else to `next`. */
export function withChangingRoutes(load: () => Promise<Routes>, next: Handler): Handler {
  let known: Routes | undefined;
  let answer = next;
  return async (incoming, outgoing) => {
    // A route that does not compile takes no page away.
    if (!pathOf(incoming).startsWith("/api/")) return next(incoming, outgoing);
    const routes = await load();
    if (routes !== known) {
      known = routes;
      answer = withRoutes(routes, next);
    }
    return answer(incoming, outgoing);
  };
}
