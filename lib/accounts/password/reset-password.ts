import type { ClientInfo } from "../../acts/actor";
import { inTransaction } from "../../db/transaction";
import { canonicalEmail } from "../canonical-email";
import { tryEmailCode, useEmailCode } from "../codes/email-code";
import { reportSecurity } from "../report-security";
import { endSessions } from "../sessions/end-sessions";
import { forgetLoginFailures } from "../sessions/throttle-login";
import { hashPassword } from "./hash-password";
import { checkNewPassword } from "./password-policy";

/**
 * The second half of password recovery. A11: every session ends, and the second factor stays on.
 * @throws AppError `malformed`, `email_code_invalid`
 */
export async function resetPassword(
  input: { email: string; code: string; newPassword: string },
  client: ClientInfo,
): Promise<{ reset: boolean }> {
  const slot = { purpose: "reset" as const, email: canonicalEmail(input.email) };
  await checkNewPassword(input.newPassword, { email: slot.email, field: "new_password" });
  const codeId = await tryEmailCode(slot, input.code);
  const passwordHash = await hashPassword(input.newPassword);
  await inTransaction(async (tx) => {
    await useEmailCode(tx, codeId, slot, input.code);
    const user = await tx.user.findUniqueOrThrow({ where: { email: slot.email }, select: { id: true } });
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
    await endSessions(tx, { userId: user.id }, "password_changed");
    await reportSecurity(tx, user.id, "password_changed", client);
  });
  await forgetLoginFailures(slot.email);
  return { reset: true };
}
