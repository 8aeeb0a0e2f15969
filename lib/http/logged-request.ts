import { type Actor, actorName } from "../acts/actor";
import { getConfig } from "../config/config";
import type { HeaderReader } from "./answer/ready-answer";

/** Segments of an address that open something for who has them: the log names the route in their place. */
const tokenInPath = /^(\/api\/v1\/downloads\/)[^/]+/;

export const loggedPath = (path: string): string => path.replace(tokenInPath, "$1[token]");

/** Visible signs only, so that no caller can write a line of the log; longer ones are cut. */
const foreignId = /^[\x21-\x7e]{1,128}/;

/** C3: the id that the caller gave the request, beside ours. */
export function clientRequestId(headers: HeaderReader): { client_request_id?: string } {
  const given = headers.get("x-request-id");
  const id = given === null ? undefined : foreignId.exec(given)?.[0];
  return id === undefined ? {} : { client_request_id: id };
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
