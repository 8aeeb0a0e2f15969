import { sha256 } from "../core/crypto";

/** What the first row is chained to. */
export const auditGenesis = sha256("keyshelf:audit");

export interface AuditRow {
  actor: string;
  action: string;
  target: string;
  data: unknown;
  ip: string | null;
  requestId: string | null;
  createdAt: Date;
}

/** Members in one order: jsonb gives them back in another than they were written in. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, canonical(member)]),
  );
}

/** A25: each row's hash covers the row and the hash before it, so an edited or removed row breaks the chain. */
export function auditDigest(prevHash: Uint8Array, row: AuditRow): Uint8Array<ArrayBuffer> {
  const { actor, action, target, data, ip, requestId, createdAt } = row;
  const text = JSON.stringify([
    actor,
    action,
    target,
    canonical(data),
    ip,
    requestId,
    createdAt.toISOString(),
  ]);
  return sha256(Buffer.concat([prevHash, Buffer.from(text)]));
}
