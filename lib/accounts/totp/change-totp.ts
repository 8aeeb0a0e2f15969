import type { ClientInfo, UserActor } from "../../acts/actor";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { provePassword } from "../password/prove-password";
import { reportSecurity } from "../report-security";
import { forgetProofAttempts, takeProofAttempt } from "../sessions/throttle-login";
import {
  matchTotpStep,
  newTotpSecret,
  openTotpSecret,
  sealTotpSecret,
  type TotpOwner,
  totpUri,
} from "./totp";
import {
  replaceRecoveryCodes,
  type SecondFactor,
  spendSecondFactor,
  takeUserStep,
  totpInvalid,
} from "./use-second-factor";

const ownerOf = (actor: UserActor): TotpOwner => ({ table: "users", id: actor.userId });
const alreadyOn = () => new AppError("state_conflict", "totp_on");
const notOn = () => new AppError("state_conflict", "totp_off");

/** A fresh secret that does nothing until `enableTotp` proves that the app has it. */
export async function setUpTotp(actor: UserActor, password: string) {
  const { email } = await provePassword(actor, password);
  const secret = newTotpSecret();
  const { count } = await db().user.updateMany({
    where: { id: actor.userId, totpEnabledAt: null },
    data: { totpSecretSealed: sealTotpSecret(ownerOf(actor), secret), totpLastStep: null },
  });
  if (count === 0) throw alreadyOn();
  const { siteName } = await getSettings();
  return { secret, otpauth_uri: totpUri(secret, email, siteName) };
}

/** @returns the recovery codes, shown this once @throws AppError `totp_invalid`, `state_conflict`, `rate_limited` */
export async function enableTotp(actor: UserActor, code: string, client: ClientInfo): Promise<string[]> {
  const { userId } = actor;
  await takeProofAttempt(`totp:${userId}`);
  const codes = await inTransaction(async (tx) => {
    const user = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { totpSecretSealed: true, totpEnabledAt: true, totpLastStep: true },
    });
    if (user.totpEnabledAt) throw alreadyOn();
    if (!user.totpSecretSealed) throw new AppError("state_conflict", "totp_not_started");
    const secret = openTotpSecret(ownerOf(actor), user.totpSecretSealed);
    const step = matchTotpStep(secret, code, user.totpLastStep);
    if (step === null || !(await takeUserStep(tx, userId, step))) throw totpInvalid();
    const { count } = await tx.user.updateMany({
      where: { id: userId, totpEnabledAt: null },
      data: { totpEnabledAt: now() },
    });
    if (count === 0) throw alreadyOn();
    await reportSecurity(tx, userId, "totp_enabled", client);
    return replaceRecoveryCodes(tx, userId);
  });
  await forgetProofAttempts(`totp:${userId}`);
  return codes;
}

/** Password and a code: neither a stolen session nor a stolen password switches the second factor off. */
export async function disableTotp(
  actor: UserActor,
  { password, ...factor }: SecondFactor & { password: string },
  client: ClientInfo,
): Promise<{ enabled: boolean }> {
  const { userId } = actor;
  await provePassword(actor, password);
  await takeProofAttempt(`totp:${userId}`);
  await inTransaction(async (tx) => {
    const { totpEnabledAt } = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { totpEnabledAt: true },
    });
    if (!totpEnabledAt) throw notOn();
    if (!(await spendSecondFactor(tx, userId, factor))) throw totpInvalid();
    await tx.user.update({
      where: { id: userId },
      data: { totpSecretSealed: null, totpEnabledAt: null },
    });
    await tx.recoveryCode.deleteMany({ where: { userId } });
    await reportSecurity(tx, userId, "totp_disabled", client);
  });
  await forgetProofAttempts(`totp:${userId}`);
  return { enabled: false };
}

export async function renewRecoveryCodes(
  actor: UserActor,
  { password, ...factor }: SecondFactor & { password: string },
): Promise<string[]> {
  const { userId } = actor;
  await provePassword(actor, password);
  await takeProofAttempt(`totp:${userId}`);
  const codes = await inTransaction(async (tx) => {
    if (!(await spendSecondFactor(tx, userId, factor))) throw totpInvalid();
    return replaceRecoveryCodes(tx, userId);
  });
  await forgetProofAttempts(`totp:${userId}`);
  return codes;
}
