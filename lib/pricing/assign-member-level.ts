import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { now } from "../core/clock";
import { AppError, notFound } from "../core/errors";
import { inTransaction } from "../db/transaction";
import type { AssignLevelBody } from "./schema";

/** Gives a user a level by hand. @throws AppError `not_found`, `malformed` for an unknown level */
export async function assignMemberLevel(
  actor: AdminActor,
  client: ClientInfo,
  userId: number,
  body: AssignLevelBody,
): Promise<AssignLevelBody> {
  return inTransaction(async (tx) => {
    const { member_level_id: memberLevelId, is_fixed: isLevelFixed } = body;
    if (memberLevelId !== null && !(await tx.memberLevel.findUnique({ where: { id: memberLevelId } }))) {
      throw new AppError("malformed", "not_a_member_level", { field: "member_level_id" });
    }
    const { count } = await tx.user.updateMany({
      where: { id: userId },
      data: { memberLevelId, isLevelFixed, updatedAt: now() },
    });
    if (count === 0) throw notFound("user");
    await recordAudit(tx, actor, client, {
      action: "user.level",
      target: `user:${userId}`,
      data: { memberLevelId, isLevelFixed },
    });
    return body;
  });
}
