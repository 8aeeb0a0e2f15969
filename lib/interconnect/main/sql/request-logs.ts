import { sql } from "kysely";
import { db } from "../../../db/client";

/** Committed without waiting for the disk: a power cut may cost the log its last second, and nothing but the log. */
export const insertRequestLogs = (rows: readonly Record<string, unknown>[]) =>
  sql`
  WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
  INSERT INTO request_logs (site_id, claimed_key, method, path, http_status, status_code, latency_ms,
                            is_signature_valid, cause, request_id, ip, order_no, downstream_order_no, details, created_at)
  SELECT r.site_id, r.claimed_key, r.method, r.path, r.http_status, r.status_code, r.latency_ms,
         r.is_signature_valid, r.cause, r.request_id, r.ip, r.order_no, r.downstream_order_no,
         r.details, r.created_at
  FROM quick, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (site_id int, claimed_key text, method text, path text,
    http_status int, status_code int, latency_ms int, is_signature_valid boolean, cause text, request_id text, ip text,
    order_no text, downstream_order_no text, details jsonb, created_at timestamptz)`.execute(db().sql);
