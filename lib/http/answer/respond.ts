import type { Actor } from "../../acts/actor";
import { getConfig } from "../../config/config";
import type { AppError, WrongMember } from "../../core/errors";
import type { Locale } from "../../core/locale";
import { errorTable, type Surface } from "../surfaces";
import type { HeaderReader } from "./ready-answer";

/** C65: the envelope has exactly four members, so the fields and the rule travel beside it. */
export const errorHeaders = {
  field: "X-Error-Field",
  rule: "X-Error-Rule",
  fields: "X-Error-Fields",
} as const;
/** Headers of a 429, as the HTTPAPI working group writes them (draft-ietf-httpapi-ratelimit-headers). */
export const limitHeaders = { state: "RateLimit", policy: "RateLimit-Policy" } as const;
export const repeatHeader = "Idempotent-Replayed";

/** Says in the answer to a call that it is the answer of an earlier one. */
export function noteRepeat(trace: { isRepeat?: boolean }): void {
  trace.isRepeat = true;
}

const exposed = [
  "X-Request-Id",
  "ETag",
  "Retry-After",
  "Content-Disposition",
  "WWW-Authenticate",
  repeatHeader,
  ...Object.values(limitHeaders),
  ...Object.values(errorHeaders),
].join(", ");

/** C10: any origin unless the configuration names some; never with credentials. */
export const corsHeaders = (request: Request): Record<string, string> => sharedHeaders(request.headers);

export function sharedHeaders(headers: HeaderReader): Record<string, string> {
  const allowed = getConfig().cors.allowedOrigins;
  if (allowed === null)
    return { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed };
  const origin = headers.get("origin");
  if (origin === null || !allowed.includes(origin)) return { Vary: "Origin" };
  return { "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": exposed, Vary: "Origin" };
}

/** Whether an answer has the same headers for pages of every origin. */
export const isForAnyOrigin = (): boolean => getConfig().cors.allowedOrigins === null;

/** The admin's pages are of the same origin: no other page has to read these answers. */
export const corsOf = ({ request, isShared }: Reply): Record<string, string> =>
  isShared ? corsHeaders(request) : {};

export interface Reply {
  request: Request;
  requestId: string;
  /** Whether pages of other origins may read the answer. */
  isShared: boolean;
  /** Caller whose language the answer is in, once it is known. */
  actor?: Actor;
  headers?: Record<string, string>;
}

const jsonHeaders = (reply: Reply) => ({
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "X-Request-Id": reply.requestId,
  ...corsOf(reply),
  ...reply.headers,
});

const texts = new WeakMap<Response, string>();

/** The whole answer where it is known as text: the server needs not read it out of its stream. */
export const textOf = (response: Response): string | undefined => texts.get(response);

/** `dataJson` is already serialised, so that a cached answer only needs its own request id. */
export function success(reply: Reply, dataJson: string): Response {
  const text = `{"status_code":0,"msg":"success","data":${dataJson},"request_id":"${reply.requestId}"}`;
  const response = new Response(text, { status: 200, headers: jsonHeaders(reply) });
  texts.set(response, text);
  return response;
}

export const notModified = (reply: Reply): Response =>
  new Response(null, { status: 304, headers: jsonHeaders(reply) });

const nameOfField = /^[A-Za-z][\w.-]{0,199}$/;
/** Enough for a person to correct a form at once, and short enough for every proxy. */
const mostFields = 20;

/** A list of RFC 9651: `quantity;rule=between, email;rule=required`. */
const fieldList = (wrong: readonly WrongMember[]): string =>
  wrong
    .filter(({ field }) => nameOfField.test(field))
    .slice(0, mostFields)
    .map(({ field, refusal }) => `${field};rule=${refusal.rule}`)
    .join(", ");

function limitState({ retryAfter, options: { quota } }: AppError): Record<string, string> {
  if (retryAfter === undefined) return {};
  const wait = { "Retry-After": String(retryAfter) };
  if (!quota) return wait;
  return {
    ...wait,
    [limitHeaders.policy]: `"${quota.name}";q=${quota.limit};w=${quota.seconds}`,
    [limitHeaders.state]: `"${quota.name}";r=0;t=${retryAfter}`,
  };
}

/** RFC 6750: a token that was shown is not good, or none was shown. */
const challengeOf = ({ request }: Reply): string =>
  `Bearer realm="keyshelf"${request.headers.has("authorization") ? ', error="invalid_token"' : ""}`;

export function failure(reply: Reply, surface: Surface, error: AppError, locale: Locale): Response {
  const { http, code } = errorTable(surface)[error.kind];
  const headers: Record<string, string> = { ...jsonHeaders(reply), ...limitState(error) };
  if (http === 401) headers["WWW-Authenticate"] = challengeOf(reply);
  headers[errorHeaders.rule] = error.rule;
  if (error.field && nameOfField.test(error.field)) headers[errorHeaders.field] = error.field;
  const fields = fieldList(error.wrongMembers);
  if (fields) headers[errorHeaders.fields] = fields;
  // C32: a gateway reads text, and some take any body with another word in it for a success.
  if (surface === "notification")
    return new Response("fail", {
      status: http,
      headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
    });
  const body = { status_code: code, msg: error.wireMessage(locale), data: null, request_id: reply.requestId };
  return new Response(JSON.stringify(body), { status: http, headers });
}
