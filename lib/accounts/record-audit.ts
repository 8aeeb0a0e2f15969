import { now } from "../core/clock";
import type { Prisma } from "../db/generated/client";
import type { Tx } from "../db/transaction";
import { type AdminActor, actorName, type ClientInfo } from "./actor";
import { auditDigest, auditGenesis } from "./audit-chain";

export interface AuditEntry {
  /** `noun.verb`, as in `product.update`. */
  action: string;
  /** `noun:id`, as in `product:12`. */
  target: string;
  /** What changed. Never a key, a password or a token. */
  data?: Prisma.InputJsonObject;
}

const chainLock = 7_214_001;

/** Appends to the audit chain in the caller's transaction; writers queue until the one before has committed. */
export async function recordAudit(
  tx: Tx,
  actor: AdminActor | "system",
  client: Pick<ClientInfo, "ip" | "requestId"> | null,
  entry: AuditEntry,
): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${chainLock}::bigint)`;
  const last = await tx.auditLog.findFirst({ orderBy: { id: "desc" }, select: { hash: true } });
  const prevHash = Uint8Array.from(last?.hash ?? auditGenesis);
  const row = {
    actor: actorName(actor),
    action: entry.action,
    target: entry.target,
    data: entry.data ?? {},
    ip: client?.ip ?? null,
    requestId: client?.requestId ?? null,
    createdAt: now(),
  };
  await tx.auditLog.create({ data: { ...row, prevHash, hash: auditDigest(prevHash, row) } });
}

/** For domains that do not know accounts: they are handed how to write down who did it. */
export const auditBy =
  (actor: AdminActor, client: ClientInfo) =>
  (tx: Tx, entry: AuditEntry): Promise<void> =>
    recordAudit(tx, actor, client, entry);
