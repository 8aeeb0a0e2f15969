import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { now } from "../../../core/clock";
import { AppError } from "../../../core/errors";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { hashPassword } from "../../password/hash-password";
import { checkNewPassword, staffPasswordLength } from "../../password/password-policy";
import { proveStaffPassword } from "../proof/prove-staff-password";

/** Ends the other sessions of this member of staff. Fifteen characters as long as there is no second factor. */
export async function changeStaffPassword(
  actor: AdminActor,
  input: { oldPassword: string; newPassword: string },
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
  await checkNewPassword(input.newPassword, { email: actor.email, field, min });
  const passwordHash = await hashPassword(input.newPassword);
  await inTransaction(async (tx) => {
    await tx.staff.update({
      where: { id: actor.staffId },
      data: { passwordHash, mustChangePassword: false, oneTimeUntil: null },
    });
    await tx.staffSession.updateMany({
      where: { staffId: actor.staffId, revokedAt: null, id: { not: actor.sessionId } },
      data: { revokedAt: now() },
    });
    await recordAudit(tx, actor, client, { action: "staff.password", target: `staff:${actor.staffId}` });
  });
}
