import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { now } from "../../../core/clock";
import { keyedHash } from "../../../core/crypto";
import { AppError } from "../../../core/errors";
import { inTransaction, type Tx } from "../../../db/transaction";
import { forgetProofAttempts, takeProofAttempt } from "../../sessions/throttle-login";
import { newRecoveryCodes, plainCode } from "../../totp/recovery-codes";
import { proveStaffPassword } from "./prove-staff-password";
import { spendStaffCode } from "./spend-staff-code";

const hashOf = (staffId: number, text: string) =>
  keyedHash("staff-recovery-code", `${staffId}:${plainCode(text)}`);

/** In place of those there were; shown once, stored as keyed hashes. */
export async function replaceStaffRecoveryCodes(tx: Tx, staffId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.staffRecoveryCode.deleteMany({ where: { staffId } });
  await tx.staffRecoveryCode.createMany({
    data: codes.map((code) => ({ staffId, codeHash: hashOf(staffId, code) })),
  });
  return codes;
}

/** @returns false when it is wrong or was used */
export async function spendStaffRecoveryCode(tx: Tx, staffId: number, code: string): Promise<boolean> {
  const { count } = await tx.staffRecoveryCode.updateMany({
    where: { staffId, codeHash: hashOf(staffId, code), usedAt: null },
    data: { usedAt: now() },
  });
  return count === 1;
}

/** @throws AppError `malformed`, `totp_invalid`, `rate_limited` */
export async function renewStaffRecoveryCodes(
  actor: AdminActor,
  input: { password: string; code: string },
  client: ClientInfo,
): Promise<{ recovery_codes: string[] }> {
  const { staffId } = actor;
  await proveStaffPassword(actor, input.password);
  await takeProofAttempt(`staff-totp:${staffId}`);
  const codes = await inTransaction(async (tx) => {
    if (!(await spendStaffCode(tx, staffId, input.code)))
      throw new AppError("totp_invalid", "wrong_totp", { field: "code" });
    await recordAudit(tx, actor, client, { action: "staff.recovery_codes", target: `staff:${staffId}` });
    return replaceStaffRecoveryCodes(tx, staffId);
  });
  await forgetProofAttempts(`staff-totp:${staffId}`);
  return { recovery_codes: codes };
}
