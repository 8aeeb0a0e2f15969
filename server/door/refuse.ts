import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { AppError, type ErrorKind } from "../../lib/core/errors";
import { baseLocale } from "../../lib/core/locale";
import type { Said } from "../../lib/core/refusals/refusal";
import type { HeaderReader } from "../../lib/http/answer/ready-answer";
import { errorHeaders, sharedHeaders } from "../../lib/http/answer/respond";
import { wishedLocale } from "../../lib/http/caller/client-info";
import { errorTable, surfaceOf } from "../../lib/http/surfaces";
import { readerOf } from "./header-reader";

/** As much of a request as is known when it is refused. */
export interface Refused {
  /** `null`: its first line came in an earlier packet, or not at all. */
  target: string | null;
  headers: HeaderReader;
}

export interface Refusal {
  status: number;
  said: Said;
}

const kindOf: Record<number, ErrorKind> = {
  405: "method_not_allowed",
  413: "payload_too_large",
  429: "rate_limited",
  500: "internal",
  503: "maintenance",
};

/** The answer to what is refused before a route is known: that of every other refusal, in the words of its address. */
export function drawRefusal(
  { status, said }: Refusal,
  { target, headers }: Refused,
  requestId: string = randomUUID(),
): { text: string; headers: Record<string, string> } {
  const path = target?.split("?", 1)[0] ?? "";
  // The reader of an unknown address may be a page of another origin; the answer says nothing but why.
  const isShared = target === null || (path.startsWith("/api/v1/") && !path.startsWith("/api/v1/admin/"));
  const surface = surfaceOf(path);
  const error = new AppError(kindOf[status] ?? "malformed", said);
  const code = surface === "interconnect" ? errorTable(surface)[error.kind].code : status;
  const msg = error.wireMessage(wishedLocale(headers) ?? baseLocale);
  const isText = surface === "notification";
  const text = isText
    ? "fail"
    : JSON.stringify({ status_code: code, msg, data: null, request_id: requestId });
  return {
    text,
    headers: {
      "content-type": isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(text)),
      "x-request-id": requestId,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      [errorHeaders.rule.toLowerCase()]: error.rule,
      ...(isShared ? sharedHeaders(headers) : {}),
    },
  };
}

/** Answers without reading the body; the connection ends, unless the caller is only asked to come back. */
export function refuse(
  response: ServerResponse,
  refusal: Refusal,
  further: Record<string, string> = {},
): void {
  // A page that could not be made already has the id of its log.
  const given = response.getHeader("x-request-id");
  const asked = { target: response.req.url ?? "/", headers: readerOf(response.req) };
  const { text, headers } = drawRefusal(refusal, asked, typeof given === "string" ? given : undefined);
  response.writeHead(refusal.status, {
    ...headers,
    ...(refusal.status === 503 ? { "retry-after": "2" } : { connection: "close" }),
    ...further,
  });
  response.end(text);
}
