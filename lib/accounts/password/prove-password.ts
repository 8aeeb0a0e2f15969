import type { UserActor } from "../../acts/actor";
import { AppError } from "../../core/errors";
import { db } from "../../db/client";
import { forgetProofAttempts, takeProofAttempt } from "../sessions/throttle-login";
import { verifyPassword } from "./hash-password";

/**
 * For what a stolen session must not do alone. Ten attempts an hour.
 * @throws AppError `malformed` naming `field`, `rate_limited`
 */
export async function provePassword(
  actor: UserActor,
  password: string,
  field = "password",
): Promise<{ email: string }> {
  await takeProofAttempt(`password:${actor.userId}`);
  const user = await db().user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { passwordHash: true, email: true },
  });
  if (user.passwordHash === "") throw new AppError("malformed", "no_password_yet", { field });
  if (!(await verifyPassword(user.passwordHash, password)))
    throw new AppError("malformed", "wrong_password", { field });
  await forgetProofAttempts(`password:${actor.userId}`);
  return { email: user.email };
}
