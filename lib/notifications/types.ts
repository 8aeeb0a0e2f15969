import type { AuditAction } from "../acts/audit-actions";
import type { Prisma } from "../db/generated/client";
import type { Tx } from "../db/transaction";

/** How the caller wants it written down who did it; accounts keep the audit log and stand beside this domain. */
export type WriteAudit = (
  tx: Tx,
  entry: { action: AuditAction; target: string; data?: Prisma.InputJsonObject },
) => Promise<void>;
