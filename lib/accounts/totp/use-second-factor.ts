import { now } from "../../core/clock";
import { keyedHash } from "../../core/crypto";
import { AppError } from "../../core/errors";
import type { Tx } from "../../db/transaction";
import { newRecoveryCodes, plainCode } from "./recovery-codes";
import { matchTotpStep, openTotpSecret } from "./totp";

export interface SecondFactor {
  code?: string | undefined;
  recoveryCode?: string | undefined;
}

const hashOf = (userId: number, text: string) => keyedHash("recovery-code", `${userId}:${plainCode(text)}`);

export const totpInvalid = () => new AppError("totp_invalid", "wrong_totp", { field: "code" });

/**
 * Spends one code of the app, or one recovery code, of a user who has the second factor on.
 * @returns false when it is wrong, old or spent
 */
export async function spendSecondFactor(tx: Tx, userId: number, factor: SecondFactor): Promise<boolean> {
  if (factor.recoveryCode !== undefined) {
    const { count } = await tx.recoveryCode.updateMany({
      where: { userId, codeHash: hashOf(userId, factor.recoveryCode), usedAt: null },
      data: { usedAt: now() },
    });
    return count === 1;
  }
  const user = await tx.user.findUnique({
    where: { id: userId },
    select: { totpSecretSealed: true, totpEnabledAt: true, totpLastStep: true },
  });
  if (!user?.totpSecretSealed || !user.totpEnabledAt || factor.code === undefined) return false;
  const secret = openTotpSecret({ table: "users", id: userId }, user.totpSecretSealed);
  const step = matchTotpStep(secret, factor.code, user.totpLastStep);
  return step !== null && (await takeUserStep(tx, userId, step));
}

/** A9: each time step counts once, for the first caller. */
export async function takeUserStep(tx: Tx, userId: number, step: bigint): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  });
  return count === 1;
}

/** Ten codes of 80 bits in place of those there were; shown once, stored as keyed hashes. */
export async function replaceRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })),
  });
  return codes;
}
