import { type Actor, actorName } from "../acts/actor";
import { getConfig } from "../config/config";
import type { HeaderReader } from "./answer/ready-answer";

/** Segments of an address that open something for who has them: the log names the route in their place. */
const tokenInPath = /^(\/api\/v1\/downloads\/)[^/]+/;

export const loggedPath = (path: string): string => path.replace(tokenInPath, "$1[token]");

/** Visible signs only, so that no caller can write a line of the log; longer ones are cut. */
const foreignId = /^[\x21-\x7e]{1,128}/;

/** `00-<trace>-<span>-<flags>` of W3C Trace Context; all zeros name nothing. */
const traceParent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The trace that the caller's own program is in. Ours begins anew, unless a trusted proxy began it. */
export const clientTraceId = (header: unknown): string | undefined =>
  typeof header === "string" ? traceParent.exec(header)?.[1] : undefined;

/** C3: what the caller calls the request and the trace that it is in, beside our own ids. */
export function idsOfCaller(headers: HeaderReader): { client_request_id?: string; client_trace_id?: string } {
  const given = headers.get("x-request-id");
  const id = given === null ? undefined : foreignId.exec(given)?.[0];
  const trace = clientTraceId(headers.get("traceparent"));
  return {
    ...(id === undefined ? {} : { client_request_id: id }),
    ...(trace === undefined ? {} : { client_trace_id: trace }),
  };
}

/**
 * Names the caller, where `log.callers` allows it to stand in the log. Staff and their tokens by number: a log needs no address
 * of a person.
 */
export function loggedCaller(ip: string, actor?: Actor): { ip?: string; actor?: string } {
  if (!getConfig().log.callers) return {};
  if (!actor || actor.kind === "anonymous") return { ip };
  if (actor.kind !== "admin") return { ip, actor: actorName(actor) };
  return { ip, actor: actor.token ? `token:${actor.token.id}` : `staff:${actor.staffId}` };
}
