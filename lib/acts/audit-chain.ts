import { constantTimeEqual, keyedHash, sha256 } from "../core/crypto";

/** Hash to which the first row is chained. */
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

const rowText = ({ actor, action, target, data, ip, requestId, createdAt }: AuditRow): string =>
  JSON.stringify([actor, action, target, canonical(data), ip, requestId, createdAt.toISOString()]);

/** A25: each row's hash covers the row and the hash before it, so an edited or removed row breaks the chain. The key is not in the database. */
export const auditDigest = (prevHash: Uint8Array, row: AuditRow): Uint8Array<ArrayBuffer> =>
  keyedHash("audit", Buffer.from(prevHash).toString("hex") + rowText(row));

/** Digest of rows from before the hash had a key. */
export const unsignedDigest = (prevHash: Uint8Array, row: AuditRow): Uint8Array<ArrayBuffer> =>
  sha256(Buffer.concat([prevHash, Buffer.from(rowText(row))]));

/** Where the log ends: without it, cut-off rows would not be missed. */
export interface AuditHead {
  /** The first row whose hash has a key. */
  signedFrom: number;
  count: number;
  lastId: number;
  lastHash: Uint8Array;
}

const macOf = ({ signedFrom, count, lastId, lastHash }: AuditHead): Uint8Array<ArrayBuffer> =>
  keyedHash("audit-head", JSON.stringify([signedFrom, count, lastId, Buffer.from(lastHash).toString("hex")]));

export const signHead = (head: AuditHead) => ({
  ...head,
  lastHash: Uint8Array.from(head.lastHash),
  mac: macOf(head),
});

/** `null` for none, `changed` for one that this shop did not write. */
export function readHead(stored: (AuditHead & { mac: Uint8Array }) | null): AuditHead | "changed" | null {
  if (stored === null) return null;
  return constantTimeEqual(stored.mac, macOf(stored)) ? stored : "changed";
}
