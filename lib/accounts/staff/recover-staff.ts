import type { AuditAction } from "../../acts/audit-actions";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { canonicalEmail } from "../canonical-email";
import { hashPassword } from "../password/hash-password";
import { insertOwner } from "./insert-owner";
import { newOneTimePassword, oneTimeState } from "./sessions/one-time-password";
import { endTokensOf } from "./tokens/end-tokens";

// For an operator with a shell on the server: restores access for an owner who lost password or phone.

export const listStaff = () =>
  db().staff.findMany({
    orderBy: { id: "asc" },
    select: {
      id: true,
      email: true,
      name: true,
      role: true,
      status: true,
      totpEnabledAt: true,
      lastLoginAt: true,
    },
  });

async function findStaff(tx: Tx, email: string): Promise<number> {
  const row = await tx.staff.findUnique({ where: { email: canonicalEmail(email) }, select: { id: true } });
  if (!row) throw notFound("member_of_staff");
  return row.id;
}

async function endSessions(tx: Tx, staffId: number): Promise<number> {
  const where = { staffId, revokedAt: null };
  await endTokensOf(tx, staffId);
  return (await tx.staffSession.updateMany({ where, data: { revokedAt: now() } })).count;
}

const audit = (tx: Tx, action: AuditAction, staffId: number, data = {}) =>
  recordAudit(tx, "system", null, {
    action,
    target: `staff:${staffId}`,
    data: { ...data, by: "command line" },
  });

/** A new password to be changed at the first log-in; every session and token ends. */
export async function resetStaffPassword(email: string): Promise<{ password: string; sessions: number }> {
  const password = newOneTimePassword();
  const passwordHash = await hashPassword(password);
  return inTransaction(async (tx) => {
    const id = await findStaff(tx, email);
    await tx.staff.update({
      where: { id },
      data: { passwordHash, ...oneTimeState(), status: "active", updatedAt: now() },
    });
    const sessions = await endSessions(tx, id);
    await audit(tx, "staff.reset_password", id);
    return { password, sessions };
  });
}

/** Takes the second factor away; every session and token ends. */
export async function resetStaffTotp(email: string): Promise<{ sessions: number }> {
  return inTransaction(async (tx) => {
    const id = await findStaff(tx, email);
    await tx.staff.update({
      where: { id },
      data: { totpSecretSealed: null, totpEnabledAt: null, totpLastStep: null, updatedAt: now() },
    });
    await tx.staffRecoveryCode.deleteMany({ where: { staffId: id } });
    const sessions = await endSessions(tx, id);
    await audit(tx, "staff.reset_totp", id);
    return { sessions };
  });
}

export async function createOwner(email: string, name: string): Promise<{ email: string; password: string }> {
  const password = newOneTimePassword();
  const passwordHash = await hashPassword(password);
  const canonical = canonicalEmail(email);
  return inTransaction(async (tx) => {
    if (await tx.staff.findUnique({ where: { email: canonical }, select: { id: true } }))
      throw new AppError("state_conflict", "email_of_staff", { field: "email" });
    const id = await insertOwner(tx, { email: canonical, name, passwordHash });
    await audit(tx, "staff.create", id, { email: canonical, role: "owner" });
    return { email: canonical, password };
  });
}
