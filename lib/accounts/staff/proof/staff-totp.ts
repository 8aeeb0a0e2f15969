import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { now } from "../../../core/clock";
import { AppError } from "../../../core/errors";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { getSettings } from "../../../settings/queries";
import { forgetProofAttempts, takeProofAttempt } from "../../sessions/throttle-login";
import { newTotpSecret, sealTotpSecret, totpUri } from "../../totp/totp";
import { proveStaffPassword } from "./prove-staff-password";
import { spendStaffCode, totpOwner } from "./spend-staff-code";
import { replaceStaffRecoveryCodes } from "./staff-recovery-codes";

const wrongCode = () => new AppError("totp_invalid", "wrong_totp", { field: "code" });

export async function setUpStaffTotp(actor: AdminActor, password: string) {
  await proveStaffPassword(actor, password);
  const secret = newTotpSecret();
  const { count } = await db().staff.updateMany({
    where: { id: actor.staffId, totpEnabledAt: null },
    data: { totpSecretSealed: sealTotpSecret(totpOwner(actor.staffId), secret), totpLastStep: null },
  });
  if (count === 0) throw new AppError("state_conflict", "totp_on");
  const { siteName } = await getSettings();
  return { secret, otpauth_uri: totpUri(secret, actor.email, `${siteName} admin`) };
}

/** @returns also the recovery codes, shown this once @throws AppError `totp_invalid`, `state_conflict`, `rate_limited` */
export async function enableStaffTotp(actor: AdminActor, code: string, client: ClientInfo) {
  await takeProofAttempt(`staff-totp:${actor.staffId}`);
  const codes = await inTransaction(async (tx) => {
    if (!(await spendStaffCode(tx, actor.staffId, code))) throw wrongCode();
    const { count } = await tx.staff.updateMany({
      where: { id: actor.staffId, totpEnabledAt: null },
      data: { totpEnabledAt: now() },
    });
    if (count === 0) throw new AppError("state_conflict", "totp_on");
    await recordAudit(tx, actor, client, { action: "staff.totp_enable", target: `staff:${actor.staffId}` });
    return replaceStaffRecoveryCodes(tx, actor.staffId);
  });
  await forgetProofAttempts(`staff-totp:${actor.staffId}`);
  return { totp_enabled: true, recovery_codes: codes };
}

export async function disableStaffTotp(
  actor: AdminActor,
  input: { password: string; code: string },
  client: ClientInfo,
) {
  if ((await getSettings()).staffSecondFactor) throw new AppError("state_conflict", "second_factor_demanded");
  await proveStaffPassword(actor, input.password);
  await takeProofAttempt(`staff-totp:${actor.staffId}`);
  await inTransaction(async (tx) => {
    if (!(await spendStaffCode(tx, actor.staffId, input.code))) throw wrongCode();
    await tx.staff.update({
      where: { id: actor.staffId },
      data: { totpEnabledAt: null, totpSecretSealed: null },
    });
    await tx.staffRecoveryCode.deleteMany({ where: { staffId: actor.staffId } });
    await recordAudit(tx, actor, client, { action: "staff.totp_disable", target: `staff:${actor.staffId}` });
  });
  await forgetProofAttempts(`staff-totp:${actor.staffId}`);
  return { totp_enabled: false };
}
