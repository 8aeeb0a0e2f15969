import { sha256Hex } from "../../core/crypto";
import { maskedBody } from "../masked-body";
import { insertCallbackLog } from "./sql/connections";

/** Facts that the handler gave of the callback; empty when it was refused before it was read. */
interface CallbackTrace {
  event?: string;
  upstreamOrderNo?: string;
  downstreamOrderNo?: string;
  result?: "applied" | "ignored" | "ping" | "refused";
}

export interface CallbackRecord {
  connectionId: number | null;
  claimedKey: string | null;
  httpStatus: number;
  latencyMs: number;
  isSignatureValid: boolean;
  cause: string | null;
  requestId: string;
  ip: string | null;
  rawBody: Uint8Array;
  trace: CallbackTrace;
}

/**
 * C60: writes one row for every callback, valid or not. The body holds keys: its hash is stored, and of a genuine callback a
 * masked copy.
 */
export async function recordCallback(record: CallbackRecord): Promise<void> {
  const { trace } = record;
  const result = record.httpStatus === 200 ? (trace.result ?? "ignored") : "refused";
  await insertCallbackLog({
    connectionId: record.connectionId,
    claimedKey: record.claimedKey,
    event: trace.event ?? null,
    upstreamOrderNo: trace.upstreamOrderNo ?? null,
    downstreamOrderNo: trace.downstreamOrderNo ?? null,
    isSignatureValid: record.isSignatureValid,
    cause: record.cause,
    result,
    bodyHash: sha256Hex(record.rawBody),
    maskedBody: record.isSignatureValid ? maskedBody(record.rawBody) : null,
    httpStatus: record.httpStatus,
    latencyMs: record.latencyMs,
    requestId: record.requestId,
    ip: record.ip,
  });
}
