import type { ClientInfo, UserActor } from "../acts/actor";
import { AppError } from "../core/errors";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import { isUniqueViolation } from "../db/unique-violation";
import { canonicalEmail } from "./canonical-email";
import { tryEmailCode, useEmailCode } from "./codes/email-code";
import { provePassword } from "./password/prove-password";
import { reportSecurity } from "./report-security";
import type { CurrentUser } from "./schema";
import { takeProofAttempt } from "./sessions/throttle-login";
import { type SecondFactor, spendSecondFactor } from "./totp/use-second-factor";
import { toCurrentUser, userColumns } from "./view";

/** The factor to spend, or null where there is none. Whoever has the new address could reset the password. */
async function proveFactor({ userId }: UserActor, factor: SecondFactor = {}): Promise<SecondFactor | null> {
  const user = await db().user.findUniqueOrThrow({
    where: { id: userId },
    select: { totpEnabledAt: true },
  });
  if (!user.totpEnabledAt) return null;
  if (factor.code === undefined && factor.recoveryCode === undefined)
    throw new AppError("totp_invalid", "required", { field: "totp_code" });
  await takeProofAttempt(`totp:${userId}`);
  return factor;
}

/**
 * The code proves the new address; password and, where it is on, the second factor prove the owner; the old address is told.
 * @throws AppError `malformed`, `totp_invalid`, `email_code_invalid`, `email_taken`, `rate_limited`
 */
export async function changeEmail(
  actor: UserActor,
  input: { email: string; code: string; password: string } & { factor?: SecondFactor },
  client: ClientInfo,
): Promise<CurrentUser> {
  const { userId } = actor;
  const slot = { purpose: "change_email" as const, email: canonicalEmail(input.email) };
  const { email: former } = await provePassword(actor, input.password);
  const factor = await proveFactor(actor, input.factor);
  const codeId = await tryEmailCode(slot, input.code);
  try {
    return await inTransaction(async (tx) => {
      if (factor && !(await spendSecondFactor(tx, userId, factor)))
        throw new AppError("totp_invalid", "wrong_totp", { field: "totp_code" });
      await useEmailCode(tx, codeId, slot, input.code);
      const user = await tx.user.update({
        where: { id: userId },
        data: { email: slot.email },
        select: userColumns,
      });
      if (former !== slot.email) await reportSecurity(tx, userId, "email_changed", client, { to: former });
      return toCurrentUser(user);
    });
  } catch (error) {
    if (!isUniqueViolation(error, "users_email_key")) throw error;
    throw new AppError("email_taken", "email_of_another_account", { field: "email" });
  }
}
