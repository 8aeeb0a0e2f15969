import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import type { AdminActor, ClientInfo } from "../actor";
import { recordAudit } from "../record-audit";
import { forgetProofTries, takeProofTry } from "../throttle-login";
import {
  matchTotpStep,
  newTotpSecret,
  openTotpSecret,
  sealTotpSecret,
  type TotpOwner,
  totpUri,
} from "../totp";
import { proveStaffPassword } from "./prove-staff-password";

const ownerOf = (staffId: number): TotpOwner => ({ table: "staff", id: staffId });
const wrongCode = () => new AppError("totp_invalid", "wrong_totp", { field: "code" });

/** A9 for staff: each time step counts once. */
export async function spendStaffCode(tx: Tx, staffId: number, code: string): Promise<boolean> {
  const staff = await tx.staff.findUnique({
    where: { id: staffId },
    select: { totpSecretSealed: true, totpLastStep: true },
  });
  if (!staff?.totpSecretSealed) return false;
  const step = matchTotpStep(
    openTotpSecret(ownerOf(staffId), staff.totpSecretSealed),
    code,
    staff.totpLastStep,
  );
  if (step === null) return false;
  const { count } = await tx.staff.updateMany({
    where: { id: staffId, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  });
  return count === 1;
}

export async function setUpStaffTotp(actor: AdminActor, password: string) {
  await proveStaffPassword(actor, password);
  const secret = newTotpSecret();
  const { count } = await db().staff.updateMany({
    where: { id: actor.staffId, totpEnabledAt: null },
    data: { totpSecretSealed: sealTotpSecret(ownerOf(actor.staffId), secret), totpLastStep: null },
  });
  if (count === 0) throw new AppError("state_conflict", "totp_on");
  const { siteName } = await getSettings();
  return { secret, otpauth_uri: totpUri(secret, actor.email, `${siteName} admin`) };
}

/** @throws AppError `totp_invalid`, `state_conflict`, `rate_limited` */
export async function enableStaffTotp(actor: AdminActor, code: string, client: ClientInfo) {
  await takeProofTry(`staff-totp:${actor.staffId}`);
  await inTransaction(async (tx) => {
    if (!(await spendStaffCode(tx, actor.staffId, code))) throw wrongCode();
    const { count } = await tx.staff.updateMany({
      where: { id: actor.staffId, totpEnabledAt: null },
      data: { totpEnabledAt: now() },
    });
    if (count === 0) throw new AppError("state_conflict", "totp_on");
    await recordAudit(tx, actor, client, { action: "staff.totp_enable", target: `staff:${actor.staffId}` });
  });
  await forgetProofTries(`staff-totp:${actor.staffId}`);
  return { totp_enabled: true };
}

export async function disableStaffTotp(
  actor: AdminActor,
  input: { password: string; code: string },
  client: ClientInfo,
) {
  await proveStaffPassword(actor, input.password);
  await takeProofTry(`staff-totp:${actor.staffId}`);
  await inTransaction(async (tx) => {
    if (!(await spendStaffCode(tx, actor.staffId, input.code))) throw wrongCode();
    await tx.staff.update({
      where: { id: actor.staffId },
      data: { totpEnabledAt: null, totpSecretSealed: null },
    });
    await recordAudit(tx, actor, client, { action: "staff.totp_disable", target: `staff:${actor.staffId}` });
  });
  await forgetProofTries(`staff-totp:${actor.staffId}`);
  return { totp_enabled: false };
}
