import type { ClientInfo, ConnectionActor, SiteActor, TestSiteActor } from "../../acts/actor";
import { AppError, isAppError } from "../../core/errors";
import { networkOf } from "../../core/formats/ip-ranges";
import { type Problem, refusal } from "../../core/refusals/refusal";
import { consumeLimit } from "../../db/rate-limit";
import { authenticateConnection } from "../../interconnect/agent/authenticate-connection";
import { recordCallback } from "../../interconnect/agent/callback-log";
import { callDetails } from "../../interconnect/call-details";
import { authenticateSite } from "../../interconnect/main/authenticate-site";
import { recordRequest } from "../../interconnect/main/request-log";
import { claimedKey, type TooMany } from "../../interconnect/verify-call";

const orderPath = /\/upstream\/orders\/([^/]+)/;

/** Facts that a handler of received callbacks gives of the call, for the log of callbacks or of requests. */
export interface CallTrace {
  event?: string;
  upstreamOrderNo?: string;
  downstreamOrderNo?: string;
  result?: "applied" | "ignored" | "ping" | "refused";
  /** The answer is the one that an earlier call of the same content got. */
  isRepeat?: boolean;
}

export interface CallOutcome {
  httpStatus: number;
  statusCode: number;
  latencyMs: number;
  /** Refusal as the caller was told it; null where the call was accepted. */
  told: Problem | null;
}

/** A signed call while it is being answered; `record` writes its log row, accepted or refused. */
export interface SignedCallRecord {
  request: Request;
  path: string;
  client: ClientInfo;
  rawBody: Uint8Array<ArrayBuffer>;
  trace: CallTrace;
  record?: (outcome: CallOutcome) => Promise<void>;
  isProved?: boolean;
}

const requestOf = (call: SignedCallRecord, { told, ...outcome }: CallOutcome) => ({
  ...outcome,
  method: call.request.method,
  path: call.path,
  orderNo: call.trace.upstreamOrderNo ?? orderPath.exec(call.path)?.[1] ?? null,
  downstreamOrderNo: call.trace.downstreamOrderNo ?? null,
  details: callDetails(call.request.headers, call.rawBody, told),
});

const rejected = (tooMany: TooMany | undefined) =>
  tooMany
    ? new AppError(
        "rate_limited",
        refusal("too_many_requests_wait", { seconds: tooMany.retryAfter }),
        tooMany,
      )
    : new AppError("site_rejected", "not_authenticated");

/** A call whose body was too large to be read is refused unproved, and is a row of the log all the same (C48). */
export function expectSignedCall(auth: "site" | "connection", call: SignedCallRecord): void {
  const { request, client, rawBody, trace } = call;
  const row = {
    requestId: client.requestId,
    ip: client.ip,
    claimedKey: claimedKey(request.headers),
    cause: "body_not_read",
    isSignatureValid: false,
  };
  call.record = (outcome) =>
    auth === "site"
      ? recordRequest({ ...row, ...requestOf(call, outcome), siteId: null })
      : recordCallback({ ...row, ...outcome, connectionId: null, rawBody, trace });
}

/**
 * Calls that prove nothing are counted by network. Beyond the limit they get 429, and one row a minute says so in place of
 * one each: a stranger must not fill the log. @returns what the caller is refused with
 */
export async function limitUnproved(call: SignedCallRecord, refusal: AppError): Promise<AppError> {
  if (call.isProved) return refusal;
  const network = networkOf(call.client.ip);
  const full = await refusalOf(consumeLimit("unproved", network));
  if (!full) return refusal;
  if (await refusalOf(consumeLimit("unproved_row", network))) {
    call.record = undefined;
  }
  return full;
}

async function refusalOf(turn: Promise<void>): Promise<AppError | null> {
  try {
    await turn;
    return null;
  } catch (error) {
    if (isAppError(error, "rate_limited")) return error;
    throw error;
  }
}

/** C40: every refused proof gets the same text; only the log has the cause. */
export async function proveSignedCall(
  auth: "site" | "connection",
  call: SignedCallRecord,
): Promise<SiteActor | TestSiteActor | ConnectionActor> {
  const { request, path, client, rawBody } = call;
  const signed = { headers: request.headers, rawBody, method: request.method, path, ip: client.ip };
  const common = { requestId: client.requestId, ip: client.ip };
  if (auth === "site") {
    const { actor, tooMany, ...verdict } = await authenticateSite(signed);
    const row = { ...common, ...verdict };
    call.isProved = verdict.isSignatureValid;
    call.record = (outcome) => recordRequest({ ...row, ...requestOf(call, outcome) });
    if (actor) return actor;
    throw rejected(tooMany);
  }
  const { actor, tooMany, ...verdict } = await authenticateConnection(signed);
  const row = { ...common, ...verdict, rawBody, trace: call.trace };
  call.isProved = verdict.isSignatureValid;
  call.record = (outcome) => recordCallback({ ...row, ...outcome });
  if (actor) return actor;
  throw rejected(tooMany);
}
