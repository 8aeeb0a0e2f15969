import type { UserActor } from "../../acts/actor";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { provePassword } from "../password/prove-password";
import { forgetProofAttempts, takeProofAttempt } from "../sessions/throttle-login";
import { type SecondFactor, spendSecondFactor, totpInvalid } from "../totp/use-second-factor";

export type OwnerProof = SecondFactor & { password: string };

/** C179: the password, and where the second factor is on a code of it. @throws AppError `malformed`, `totp_invalid`, `rate_limited` */
export async function proveOwner(
  actor: UserActor,
  { password, ...factor }: OwnerProof,
): Promise<{ email: string }> {
  const proved = await provePassword(actor, password);
  const { userId } = actor;
  const user = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { totpEnabledAt: true } });
  if (!user.totpEnabledAt) return proved;
  await takeProofAttempt(`totp:${userId}`);
  await inTransaction(async (tx) => {
    if (!(await spendSecondFactor(tx, userId, factor))) throw totpInvalid();
  });
  await forgetProofAttempts(`totp:${userId}`);
  return proved;
}
