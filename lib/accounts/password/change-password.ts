import type { ClientInfo, UserActor } from "../../acts/actor";
import { inTransaction } from "../../db/transaction";
import { reportSecurity } from "../report-security";
import type { Tokens } from "../schema";
import { endSessions } from "../sessions/end-sessions";
import { issueRefreshToken, toTokens } from "../sessions/open-session";
import { hashPassword } from "./hash-password";
import { checkNewPassword } from "./password-policy";
import { provePassword } from "./prove-password";

/** Ends every other session; this one goes on with new tokens. @throws AppError `malformed`, `rate_limited` */
export async function changePassword(
  actor: UserActor,
  input: { oldPassword: string; newPassword: string },
  client: ClientInfo,
): Promise<Tokens> {
  const { userId, sessionId } = actor;
  const { email } = await provePassword(actor, input.oldPassword, "old_password");
  await checkNewPassword(input.newPassword, { email, field: "new_password" });
  const passwordHash = await hashPassword(input.newPassword);
  const { session, refreshToken } = await inTransaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    await endSessions(tx, { userId, exceptId: sessionId }, "password_changed");
    await tx.refreshToken.deleteMany({ where: { sessionId } });
    const session = await tx.session.findUniqueOrThrow({ where: { id: sessionId } });
    await reportSecurity(tx, userId, "password_changed", client);
    return { session, refreshToken: await issueRefreshToken(tx, session) };
  });
  return toTokens(session, refreshToken);
}
