import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";

/** The envelope of an answer that is given before a route is known. */
export function refusalBody(
  status: number,
  message: string,
  requestId: string = randomUUID(),
): { text: string; requestId: string } {
  return {
    requestId,
    text: JSON.stringify({ status_code: status, msg: message, data: null, request_id: requestId }),
  };
}

/** Answers without reading the body; the connection ends, unless the caller is only asked to come back. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  // A page that could not be made already has the id of its log.
  const given = response.getHeader("x-request-id");
  const { text, requestId } = refusalBody(status, message, typeof given === "string" ? given : undefined);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    ...(status === 503 ? { "retry-after": "2" } : { connection: "close" }),
    ...headers,
  });
  response.end(text);
}
