import type { Reply } from "../answer/respond";
import { readClient } from "../caller/client-info";
import type { AuthMode } from "../caller/read-actor";
import { expectSignedCall, type SignedCallRecord } from "../caller/signed-call";

/** A call while it is being answered; each step adds what it found. */
export interface Call extends SignedCallRecord {
  url: URL;
  /** By `performance.now`. */
  started: number;
  reply: Reply;
  /** Null: the caller shows a session, a token or nothing. */
  signedAs: "site" | "connection" | null;
}

export const signedAs = (auth: AuthMode): Call["signedAs"] =>
  auth === "site" || auth === "connection" ? auth : null;

export function beginCall(request: Request, requestId: string, auth: AuthMode): Call {
  const url = new URL(request.url);
  const path = url.pathname;
  const call: Call = {
    request,
    url,
    path,
    started: performance.now(),
    client: readClient(request.headers, requestId),
    rawBody: new Uint8Array(0),
    trace: {},
    signedAs: signedAs(auth),
    reply: { request, requestId, isShared: auth !== "admin" && !path.startsWith("/api/v1/admin/") },
  };
  if (call.signedAs) expectSignedCall(call.signedAs, call);
  return call;
}
