import type { AdminActor } from "../../../acts/actor";
import { AppError } from "../../../core/errors";
import { db } from "../../../db/client";
import { verifyPassword } from "../../password/hash-password";
import { forgetProofAttempts, takeProofAttempt } from "../../sessions/throttle-login";

/** For what a stolen session must not do alone. @throws AppError `malformed` naming `field`, `rate_limited` */
export async function proveStaffPassword(
  actor: AdminActor,
  password: string,
  field = "password",
): Promise<void> {
  await takeProofAttempt(`staff-password:${actor.staffId}`);
  const { passwordHash } = await db().staff.findUniqueOrThrow({
    where: { id: actor.staffId },
    select: { passwordHash: true },
  });
  if (!(await verifyPassword(passwordHash, password)))
    throw new AppError("malformed", "wrong_password", { field });
  await forgetProofAttempts(`staff-password:${actor.staffId}`);
}
