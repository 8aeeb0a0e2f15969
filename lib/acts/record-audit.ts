import { now } from "../core/clock";
import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import { inTransaction, type Tx } from "../db/transaction";
import { type AdminActor, actorName, type ClientInfo } from "./actor";
import type { AuditAction } from "./audit-actions";
import { type AuditHead, auditDigest, auditGenesis, readHead, signHead } from "./audit-chain";
import { takeAdvisoryLock } from "./sql";

export interface AuditEntry {
  action: AuditAction;
  /** `noun:id`, as in `product:12`. */
  target: string;
  /** Changed values. Never a key, a password or a token. */
  data?: Prisma.InputJsonObject;
}

const chainLock = 7_214_001;

interface ChainEnd {
  id: number;
  hash: Uint8Array;
}

/** Makes the log's end after another row; null leaves a head that does not fit its rows as evidence. */
async function nextHead(tx: Tx, end: ChainEnd | null, row: ChainEnd): Promise<AuditHead | null> {
  const former = readHead(await tx.auditHead.findUnique({ where: { id: 1 } }));
  const last = { lastId: row.id, lastHash: row.hash };
  if (former === null) return { signedFrom: row.id, count: await tx.auditLog.count(), ...last };
  const fits =
    former !== "changed" &&
    former.lastId === end?.id &&
    Buffer.from(former.lastHash).equals(Buffer.from(end.hash));
  return fits ? { ...former, count: former.count + 1, ...last } : null;
}

/** Appends to the audit chain in the caller's transaction; writers queue until the one before has committed. */
export async function recordAudit(
  tx: Tx,
  actor: AdminActor | "system",
  client: Pick<ClientInfo, "ip" | "requestId"> | null,
  entry: AuditEntry,
): Promise<void> {
  await takeAdvisoryLock(tx, chainLock);
  const end = await tx.auditLog.findFirst({ orderBy: { id: "desc" }, select: { id: true, hash: true } });
  const prevHash = Uint8Array.from(end?.hash ?? auditGenesis);
  const row = {
    actor: actorName(actor),
    action: entry.action,
    target: entry.target,
    data: entry.data ?? {},
    ip: client?.ip ?? null,
    requestId: client?.requestId ?? null,
    createdAt: now(),
  };
  const hash = auditDigest(prevHash, row);
  const { id } = await tx.auditLog.create({ data: { ...row, prevHash, hash }, select: { id: true } });
  const head = await nextHead(tx, end, { id, hash });
  if (!head) return;
  const { signedFrom, count, lastId, lastHash, mac } = signHead(head);
  const data = { signedFrom, count, lastId, lastHash, mac };
  await tx.auditHead.upsert({ where: { id: 1 }, create: { id: 1, ...data }, update: data });
}

/** Entries from before the log was signed are signed as they are; the entry about it says how many. */
export async function signAuditLog(): Promise<void> {
  const [entry, head] = await Promise.all([
    db().auditLog.findFirst({ select: { id: true } }),
    db().auditHead.findFirst({ select: { id: true } }),
  ]);
  if (!entry || head) return;
  await inTransaction(async (tx) => {
    const entries = await tx.auditLog.count();
    await recordAudit(tx, "system", null, { action: "audit.sign", target: "audit", data: { entries } });
  });
}
