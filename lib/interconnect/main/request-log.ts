import { now } from "../../core/clock";
import { db } from "../../db/client";

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
}

const maxPath = 300;

/** One row for every call of an agent site, refused ones included. */
export async function recordRequest(record: RequestRecord): Promise<void> {
  await db().$executeRaw`
    INSERT INTO request_logs (site_id, claimed_key, method, path, http_status, status_code, latency_ms,
                              is_signature_valid, cause, request_id, ip, created_at)
    VALUES (${record.siteId}, ${record.claimedKey}, ${record.method}, ${record.path.slice(0, maxPath)},
            ${record.httpStatus}, ${record.statusCode}, ${record.latencyMs}, ${record.isSignatureValid},
            ${record.cause}, ${record.requestId}, ${record.ip}, ${now()})`;
}
