import type { AdminActor } from "../../../acts/actor";
import { AppError } from "../../../core/errors";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { forgetProofAttempts, takeProofAttempt } from "../../sessions/throttle-login";
import { proveStaffPassword } from "./prove-staff-password";
import { spendStaffCode } from "./spend-staff-code";

export async function hasSecondFactor({ staffId }: AdminActor): Promise<boolean> {
  const staff = await db().staff.findUniqueOrThrow({
    where: { id: staffId },
    select: { totpEnabledAt: true },
  });
  return staff.totpEnabledAt !== null;
}

/**
 * The password, and the code of the app of staff who log in with one. A token that was made for such acts stands for both.
 * @throws AppError `malformed` naming `password`, `totp_invalid` naming `code`, `rate_limited`, `forbidden`
 */
export async function proveStaff(
  actor: AdminActor,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  if (actor.token?.isProved) return;
  if (actor.token) throw new AppError("forbidden", "token_not_proved");
  if (password === undefined) throw new AppError("malformed", "required", { field: "password" });
  await proveStaffPassword(actor, password);
  const { staffId } = actor;
  if (!(await hasSecondFactor(actor))) return;
  await takeProofAttempt(`staff-totp:${staffId}`);
  if (!code || !(await inTransaction((tx) => spendStaffCode(tx, staffId, code))))
    throw new AppError("totp_invalid", "wrong_totp", {
      field: "code",
    });
  await forgetProofAttempts(`staff-totp:${staffId}`);
}
