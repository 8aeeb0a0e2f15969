import { now } from "../../core/clock";
import { db } from "../../db/client";

/** Of the body its size and hash alone: enough to settle which bytes were signed. */
export interface CallDetails {
  timestamp: string | null;
  nonce: string | null;
  user_agent: string | null;
  body_bytes: number;
  body_hash: string;
  /** The answer's `msg`. */
  message: string | null;
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

interface Waiting {
  row: Record<string, unknown>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

const maxPath = 300;
const maxNumber = 100;
const maxBatch = 500;
let waiting: Waiting[] = [];
let isWriting = false;

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

/** Committed without waiting for the disk: a power cut may cost the log its last second, and nothing but the log. */
const insert = (rows: readonly Record<string, unknown>[]) => db().$executeRaw`
  WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
  INSERT INTO request_logs (site_id, claimed_key, method, path, http_status, status_code, latency_ms,
                            is_signature_valid, cause, request_id, ip, order_no, downstream_order_no, details, created_at)
  SELECT r.site_id, r.claimed_key, r.method, r.path, r.http_status, r.status_code, r.latency_ms,
         r.is_signature_valid, r.cause, r.request_id, r.ip, r.order_no, r.downstream_order_no,
         r.details, r.created_at
  FROM quick, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (site_id int, claimed_key text, method text, path text,
    http_status int, status_code int, latency_ms int, is_signature_valid boolean, cause text, request_id text, ip text,
    order_no text, downstream_order_no text, details jsonb, created_at timestamptz)`;

async function write(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    const batch = waiting.slice(0, maxBatch);
    waiting = waiting.slice(maxBatch);
    try {
      await insert(batch.map(({ row }) => row));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  isWriting = false;
}

/**
 * One row for every call of an agent site, refused ones included. What comes while a statement runs goes together into the
 * next one: no call waits longer for that, and under load many calls share a commit.
 */
export function recordRequest(record: RequestRecord): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push({ row: rowOf(record), resolve, reject });
    if (!isWriting) void write();
  });
}
