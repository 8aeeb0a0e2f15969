import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { endSessions } from "../sessions/end-sessions";
import type { UpdateUser } from "./schema";
import { toUserRow, userRowColumns } from "./view";

/** A15: disabling ends every session of the user at once. */
export async function updateUser(actor: AdminActor, userId: number, input: UpdateUser, client: ClientInfo) {
  return inTransaction(async (tx) => {
    const { status, member_level_id } = input;
    if (member_level_id && (await tx.memberLevel.count({ where: { id: member_level_id } })) === 0) {
      throw new AppError("malformed", "not_a_member_level", { field: "member_level_id" });
    }
    const { count } = await tx.user.updateMany({
      where: { id: userId },
      data: {
        ...(status === undefined ? {} : { status }),
        ...(member_level_id === undefined
          ? {}
          : member_level_id === null
            ? { isLevelFixed: false }
            : { memberLevelId: member_level_id, isLevelFixed: true }),
        ...(input.reset_totp ? { totpSecretSealed: null, totpEnabledAt: null } : {}),
      },
    });
    if (count === 0) throw notFound("user");
    if (input.reset_totp) await tx.recoveryCode.deleteMany({ where: { userId } });
    if (status === "disabled") await endSessions(tx, { userId }, "disabled");
    else if (input.end_sessions || input.reset_totp) await endSessions(tx, { userId }, "revoked");
    await recordAudit(tx, actor, client, {
      action: "user.update",
      target: `user:${userId}`,
      data: { ...input },
    });
    return toUserRow(await tx.user.findUniqueOrThrow({ where: { id: userId }, select: userRowColumns }));
  });
}
