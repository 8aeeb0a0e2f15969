import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { inTransaction } from "../../db/transaction";
import type { AssignedLevel, AssignLevelBody } from "../schema";
import { lockUserRow } from "../sql/coupons";

/** Gives a user a level by hand. @throws AppError `not_found`, `malformed` for an unknown level */
export async function assignMemberLevel(
  actor: AdminActor,
  client: ClientInfo,
  userId: number,
  body: AssignLevelBody,
): Promise<AssignedLevel> {
  return inTransaction(async (tx) => {
    const { member_level_id: memberLevelId, is_fixed: isLevelFixed } = body;
    if (memberLevelId !== null && !(await tx.memberLevel.findUnique({ where: { id: memberLevelId } }))) {
      throw new AppError("malformed", "not_a_member_level", { field: "member_level_id" });
    }
    await lockUserRow(tx, userId);
    const before = await tx.user.findUnique({
      where: { id: userId },
      select: { memberLevelId: true, isLevelFixed: true },
    });
    if (!before) throw notFound("user");
    requireUnchanged({ member_level_id: before.memberLevelId, is_fixed: before.isLevelFixed }, body.seen);
    await tx.user.update({
      where: { id: userId },
      data: { memberLevelId, isLevelFixed, updatedAt: now() },
    });
    await recordAudit(tx, actor, client, {
      action: "user.level",
      target: `user:${userId}`,
      data: { memberLevelId, isLevelFixed },
    });
    return { member_level_id: memberLevelId, is_fixed: isLevelFixed };
  });
}
