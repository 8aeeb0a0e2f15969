import { AppError } from "../core/errors";
import { inTransaction } from "../db/transaction";
import { isUniqueViolation } from "../db/unique-violation";
import type { ClientInfo, UserActor } from "./actor";
import { canonicalEmail } from "./canonical-email";
import { tryEmailCode, useEmailCode } from "./email-code";
import { provePassword } from "./prove-password";
import { reportSecurity } from "./report-security";
import type { CurrentUser } from "./schema";
import { toCurrentUser, userColumns } from "./view";

/**
 * The code proves the new address, the password the owner; the old address is told.
 * @throws AppError `malformed`, `email_code_invalid`, `email_taken`, `rate_limited`
 */
export async function changeEmail(
  actor: UserActor,
  input: { email: string; code: string; password: string },
  client: ClientInfo,
): Promise<CurrentUser> {
  const { userId } = actor;
  const slot = { purpose: "change_email" as const, email: canonicalEmail(input.email) };
  const { email: former } = await provePassword(actor, input.password);
  const codeId = await tryEmailCode(slot, input.code);
  try {
    return await inTransaction(async (tx) => {
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
