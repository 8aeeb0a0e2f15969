import type { AdminActor, ClientInfo } from "../../acts/actor";
import { requirePermission } from "../../acts/permissions";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { isOneOf } from "../../core/shapes/records";
import { inTransaction, type Tx } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { canonicalEmail } from "../canonical-email";
import { hashPassword } from "../password/hash-password";
import { lockActiveOwners, lockStaff } from "../sql/accounts";
import { lockOwnRole } from "../sql/roles-and-limits";
import { type StaffRole, type StaffRoleIn, staffRoles, type UpdateStaff } from "./schema";
import { newOneTimePassword, oneTimeState } from "./sessions/one-time-password";
import { endTokensOf } from "./tokens/end-tokens";
import { staffColumns, toStaffMember } from "./view";

/** Finds the two columns of a role. @throws AppError `not_found` */
async function readRole(tx: Tx, role: StaffRoleIn): Promise<{ role: StaffRole; ownRoleId: number | null }> {
  if (isOneOf(staffRoles, role)) return { role, ownRoleId: null };
  const id = Number(role.slice("own:".length));
  if (!(await lockOwnRole(tx, id))) throw notFound("role").at("role");
  return { role: "viewer", ownRoleId: id };
}

/** The same as a form names it. */
const roleOf = ({ role, ownRoleId }: { role: StaffRole; ownRoleId: number | null }): StaffRoleIn =>
  ownRoleId === null ? role : `own:${ownRoleId}`;

export async function createStaff(
  actor: AdminActor,
  input: { email: string; name: string; role: StaffRoleIn },
  client: ClientInfo,
) {
  const email = canonicalEmail(input.email);
  const oneTimePassword = newOneTimePassword();
  const passwordHash = await hashPassword(oneTimePassword);
  try {
    return await inTransaction(async (tx) => {
      const { name, role } = input;
      const row = await tx.staff.create({
        data: {
          email,
          name,
          ...(await readRole(tx, role)),
          passwordHash,
          ...oneTimeState(),
          createdAt: now(),
          updatedAt: now(),
        },
        select: staffColumns,
      });
      await recordAudit(tx, actor, client, {
        action: "staff.create",
        target: `staff:${row.id}`,
        data: { email, role },
      });
      return { ...toStaffMember(row), one_time_password: oneTimePassword };
    });
  } catch (error) {
    if (!isUniqueViolation(error, "staff_email_key")) throw error;
    throw new AppError("state_conflict", "email_of_staff", { field: "email" });
  }
}

/** The shop must keep an owner who can log in; the lock makes two owners who demote each other take turns. */
async function requireAnOwner(tx: Tx): Promise<void> {
  const owners = await lockActiveOwners(tx);
  if (owners.length === 0) throw new AppError("state_conflict", "last_owner");
}

/**
 * Another role, or being disabled, ends the member's sessions at once. Tokens follow the role by themselves; they end with the
 * person, and when somebody else resets what that person logs in with.
 */
export async function updateStaff(
  actor: AdminActor,
  staffId: number,
  { seen, ...input }: UpdateStaff,
  client: ClientInfo,
) {
  if (staffId === actor.staffId && (input.role || input.status || input.reset_totp || input.reset_password)) {
    throw new AppError("state_conflict", "own_staff_account");
  }
  const oneTimePassword = input.reset_password ? newOneTimePassword() : undefined;
  const passwordHash = oneTimePassword && (await hashPassword(oneTimePassword));
  return inTransaction(async (tx) => {
    const { name, role, status } = input;
    const locked = await lockStaff(tx);
    const caller = locked.find(({ id }) => id === actor.staffId);
    // The caller's role is read again under the lock: of two owners who demote each other, the second is an owner no more.
    if (caller?.status !== "active") throw new AppError("forbidden", "staff_account_disabled");
    requirePermission({ ...actor, role: caller.role, ownRole: null }, "staff:write");
    if (seen) {
      const before = await tx.staff.findUnique({
        where: { id: staffId },
        select: { name: true, role: true, ownRoleId: true },
      });
      requireUnchanged(before && { name: before.name, role: roleOf(before) }, seen);
    }
    const { count } = await tx.staff.updateMany({
      where: { id: staffId },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(role === undefined ? {} : await readRole(tx, role)),
        ...(status === undefined ? {} : { status }),
        ...(input.reset_totp ? { totpSecretSealed: null, totpEnabledAt: null } : {}),
        ...(passwordHash ? { passwordHash, ...oneTimeState() } : {}),
      },
    });
    if (count === 0) throw notFound("member_of_staff");
    await requireAnOwner(tx);
    if (role || status || passwordHash || input.reset_totp) {
      await tx.staffSession.updateMany({ where: { staffId, revokedAt: null }, data: { revokedAt: now() } });
    }
    if (status === "disabled" || passwordHash || input.reset_totp) await endTokensOf(tx, staffId);
    if (input.reset_totp) await tx.staffRecoveryCode.deleteMany({ where: { staffId } });
    await recordAudit(tx, actor, client, {
      action: "staff.update",
      target: `staff:${staffId}`,
      data: { ...input },
    });
    const row = await tx.staff.findUniqueOrThrow({ where: { id: staffId }, select: staffColumns });
    return { ...toStaffMember(row), ...(oneTimePassword ? { one_time_password: oneTimePassword } : {}) };
  });
}
