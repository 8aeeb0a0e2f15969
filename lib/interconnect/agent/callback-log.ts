import { now } from "../../core/clock";
import { sha256Hex } from "../../core/crypto";
import { db } from "../../db/client";
import { maskedBody } from "../masked-body";

/** What the handler said of the callback; empty when it was refused before it was read. */
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

/** C60: one row for every webhook, valid or not. The body holds keys: its hash is kept, and of a genuine one its form. */
export async function recordCallback(record: CallbackRecord): Promise<void> {
  const { trace } = record;
  const result = record.httpStatus === 200 ? (trace.result ?? "ignored") : "refused";
  await db().$executeRaw`
    INSERT INTO callback_logs (connection_id, claimed_key, event, upstream_order_no, downstream_order_no, is_signature_valid,
                               cause, result, body_hash, masked_body, http_status, latency_ms, request_id, ip, created_at)
    VALUES (${record.connectionId}, ${record.claimedKey}, ${trace.event ?? null}, ${trace.upstreamOrderNo ?? null},
            ${trace.downstreamOrderNo ?? null}, ${record.isSignatureValid}, ${record.cause}, ${result},
            ${sha256Hex(record.rawBody)}, ${record.isSignatureValid ? maskedBody(record.rawBody) : null}, ${record.httpStatus}, ${record.latencyMs}, ${record.requestId}, ${record.ip},
            ${now()})`;
}
