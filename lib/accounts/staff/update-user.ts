import type { AdminActor, ClientInfo } from "../../acts/actor";
import { requirePermission } from "../../acts/permissions";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { inTransaction, type Tx } from "../../db/transaction";
import { hashPassword } from "../password/hash-password";
import { reportSecurity } from "../report-security";
import { endSessions, type SessionEnd } from "../sessions/end-sessions";
import { forgetLoginFailures } from "../sessions/throttle-login";
import { lockPasswordOfUser } from "../sql/accounts";
import type { UpdateUser } from "./schema";
import { newOneTimePassword } from "./sessions/one-time-password";
import { toUserRow, userRowColumns } from "./view";

const levelColumns = (level: number | null | undefined) =>
  level === undefined
    ? {}
    : level === null
      ? { isLevelFixed: false }
      : { memberLevelId: level, isLevelFixed: true };

function whySessionsEnd(input: UpdateUser): SessionEnd | null {
  if (input.status === "disabled") return "disabled";
  if (input.reset_password) return "password_changed";
  return input.end_sessions || input.reset_totp || input.remove_passkeys || input.remove_identities
    ? "revoked"
    : null;
}

async function requireLevel(tx: Tx, level: number | null | undefined): Promise<void> {
  if (level && (await tx.memberLevel.count({ where: { id: level } })) === 0)
    throw new AppError("malformed", "not_a_member_level", { field: "member_level_id" });
}

/**
 * A15: disabling ends every session of the user at once. C110: of a password, second factor, passkeys or log-in providers that staff take away,
 * the owner is told by mail; the new password is in the answer alone.
 * @throws AppError `not_found`, `forbidden`, `state_conflict`
 */
export async function updateUser(
  actor: AdminActor,
  userId: number,
  { seen, ...input }: UpdateUser,
  client: ClientInfo,
) {
  // A password opens the balance.
  if (input.reset_password) requirePermission(actor, "money:write");
  const newPassword = input.reset_password ? newOneTimePassword() : undefined;
  const passwordHash = newPassword && (await hashPassword(newPassword));
  const row = await inTransaction(async (tx) => {
    await requireLevel(tx, input.member_level_id);
    if (!(await lockPasswordOfUser(tx, userId))) throw notFound("user");
    const before = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { note: true, tags: true, status: true, memberLevelId: true, mergedIntoId: true },
    });
    if (before.mergedIntoId !== null) throw new AppError("state_conflict", "customer_merged");
    requireUnchanged({ ...before, member_level_id: before.memberLevelId }, seen);
    await tx.user.update({
      where: { id: userId },
      data: {
        ...(input.status === undefined ? {} : { status: input.status }),
        ...levelColumns(input.member_level_id),
        ...(input.reset_totp ? { totpSecretSealed: null, totpEnabledAt: null } : {}),
        ...(passwordHash ? { passwordHash } : {}),
        ...(input.note === undefined ? {} : { note: input.note }),
        ...(input.tags === undefined ? {} : { tags: input.tags }),
      },
    });
    if (input.reset_totp) await tx.recoveryCode.deleteMany({ where: { userId } });
    if (input.remove_passkeys) await tx.passkey.deleteMany({ where: { userId } });
    if (input.remove_identities) await tx.linkedIdentity.deleteMany({ where: { userId } });
    const end = whySessionsEnd(input);
    if (end) await endSessions(tx, { userId }, end);
    if (input.reset_password) await reportSecurity(tx, userId, "password_reset", null);
    if (input.reset_totp) await reportSecurity(tx, userId, "totp_reset", null);
    if (input.remove_passkeys) await reportSecurity(tx, userId, "passkeys_reset", null);
    if (input.remove_identities) await reportSecurity(tx, userId, "identities_reset", null);
    const { note, tags, ...told } = input;
    await recordAudit(tx, actor, client, {
      action: "user.update",
      target: `user:${userId}`,
      // The log is for ever, and a note about a person is not.
      data: {
        ...told,
        ...(note === undefined ? {} : { note: note !== "" }),
        ...(tags === undefined ? {} : { tags: tags.length }),
      },
    });
    return tx.user.findUniqueOrThrow({ where: { id: userId }, select: userRowColumns });
  });
  if (!newPassword) return toUserRow(row);
  await forgetLoginFailures(row.email);
  return { ...toUserRow(row), new_password: newPassword };
}
