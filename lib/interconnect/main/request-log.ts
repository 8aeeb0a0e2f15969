import { now } from "../../core/clock";
import type { Told } from "../../core/refusals/refusal";
import { batchWrites } from "../../db/batches";
import { insertRequestLogs } from "./sql/request-logs";

/** Facts of a call, of its body the size and hash alone: enough to settle which bytes were signed. */
export interface CallDetails {
  timestamp: string | null;
  nonce: string | null;
  user_agent: string | null;
  body_bytes: number;
  body_hash: string;
  /** The answer's `msg`. */
  message: string | null;
  /** The same as a rule with its values. */
  message_rule: Told | null;
}

/** C48: no bodies and no secrets; a path carries none. */
export interface RequestRecord {
  siteId: number | null;
  claimedKey: string | null;
  method: string;
  path: string;
  httpStatus: number;
  statusCode: number;
  latencyMs: number;
  isSignatureValid: boolean;
  cause: string | null;
  requestId: string;
  ip: string | null;
  orderNo: string | null;
  downstreamOrderNo: string | null;
  details: CallDetails;
}

const maxPath = 300;
const maxNumber = 100;

const rowOf = (record: RequestRecord) => ({
  site_id: record.siteId,
  claimed_key: record.claimedKey,
  method: record.method,
  path: record.path.slice(0, maxPath),
  http_status: record.httpStatus,
  status_code: record.statusCode,
  latency_ms: record.latencyMs,
  is_signature_valid: record.isSignatureValid,
  cause: record.cause,
  request_id: record.requestId,
  ip: record.ip,
  order_no: record.orderNo?.slice(0, maxNumber) ?? null,
  downstream_order_no: record.downstreamOrderNo?.slice(0, maxNumber) ?? null,
  details: record.details,
  created_at: now().toISOString(),
});

/** One row for every call of an agent site, refused ones included. */
export const recordRequest = batchWrites(async (records: readonly RequestRecord[]) => {
  await insertRequestLogs(records.map(rowOf));
  return records.map(() => undefined);
});
