import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { now } from "../../../core/clock";
import { AppError } from "../../../core/errors";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { canonicalEmail } from "../../canonical-email";
import { hashPassword } from "../../password/hash-password";
import { checkNewPassword, staffPasswordLength } from "../../password/password-policy";
import { proveStaffPassword } from "../proof/prove-staff-password";
import { findFirstOwner, firstEmail } from "./first-owner";

const takenOver = () => new AppError("state_conflict", "shop_taken_over", { field: "email" });

/**
 * Ends the other sessions of this member of staff. Fifteen characters as long as there is no second factor. With `email` the first
 * owner takes a fresh shop over. @throws AppError `malformed`, `rate_limited`, `state_conflict`
 */
export async function changeStaffPassword(
  actor: AdminActor,
  input: { oldPassword: string; newPassword: string; email?: string | undefined },
  client: ClientInfo,
): Promise<void> {
  await proveStaffPassword(actor, input.oldPassword, "old_password");
  const { totpEnabledAt } = await db().staff.findUniqueOrThrow({
    where: { id: actor.staffId },
    select: { totpEnabledAt: true },
  });
  const field = "new_password";
  if (input.newPassword === input.oldPassword) throw new AppError("malformed", "same_password", { field });
  const min = staffPasswordLength({ totpEnabledAt });
  const email = input.email === undefined ? undefined : canonicalEmail(input.email);
  if (email === firstEmail) throw new AppError("malformed", "own_address", { field: "email" });
  await checkNewPassword(input.newPassword, { email: email ?? actor.email, field, min });
  const passwordHash = await hashPassword(input.newPassword);
  await inTransaction(async (tx) => {
    if (email !== undefined && (await findFirstOwner(tx)) !== actor.staffId) throw takenOver();
    // Two browsers with the same word: the second finds the row changed.
    const { count } = await tx.staff.updateMany({
      where: {
        id: actor.staffId,
        ...(email === undefined ? {} : { email: firstEmail, mustChangePassword: true }),
      },
      data: {
        passwordHash,
        mustChangePassword: false,
        oneTimeUntil: null,
        ...(email === undefined ? {} : { email }),
      },
    });
    if (count === 0) throw takenOver();
    await tx.staffSession.updateMany({
      where: { staffId: actor.staffId, revokedAt: null, id: { not: actor.sessionId } },
      data: { revokedAt: now() },
    });
    await recordAudit(tx, actor, client, {
      action: "staff.password",
      target: `staff:${actor.staffId}`,
      ...(email ? { data: { email } } : {}),
    });
  });
}
