import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";

/** @throws AppError `state_conflict` while users or sites have the level: their prices would change unseen. */
export async function deleteMemberLevel(
  actor: AdminActor,
  client: ClientInfo,
  levelId: number,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const level = await tx.memberLevel.findUnique({ where: { id: levelId } });
    if (!level) throw notFound("member_level");
    const { count } = await tx.memberLevel.deleteMany({
      where: { id: levelId, isDefault: false, users: { none: {} }, sites: { none: {} } },
    });
    if (count === 0) {
      throw new AppError("state_conflict", "level_in_use");
    }
    await recordAudit(tx, actor, client, {
      action: "member_level.delete",
      target: `member_level:${levelId}`,
      data: { slug: level.slug },
    });
    return { id: levelId };
  });
}
