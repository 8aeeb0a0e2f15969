import type { z } from "zod";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError } from "../../core/errors";
import { nextAfter } from "../../core/paging";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { endSessions } from "../sessions/end-sessions";
import { userFilter } from "./admin-queries";
import type { ChangeUsers, usersChanged } from "./schema";

/** One transaction stays short. */
const pieceSize = 500;

/** The same change for many users. Disabling ends every session of each at once (A15). */
export async function changeUsers(
  actor: AdminActor,
  client: ClientInfo,
  which: ChangeUsers,
): Promise<z.infer<typeof usersChanged>> {
  const { status, member_level_id: levelId } = which;
  if (status === undefined && levelId === undefined)
    throw new AppError("malformed", "required_unless_change", { field: "status" });
  const rows = await db().user.findMany({
    where:
      "ids" in which
        ? { id: { in: which.ids } }
        : {
            AND: [
              userFilter(which.match),
              { createdAt: { lte: which.drawn_at } },
              { id: { gt: which.after } },
            ],
          },
    orderBy: { id: "asc" },
    take: pieceSize,
    select: { id: true },
  });
  const among = { id: { in: rows.map(({ id }) => id) } };
  const changed = await inTransaction(async (tx) => {
    if (levelId && (await tx.memberLevel.count({ where: { id: levelId } })) === 0)
      throw new AppError("malformed", "not_a_member_level", { field: "member_level_id" });
    const { count } = await tx.user.updateMany({
      // Users in that state already are not counted; one that was merged into another account stays as it is.
      where: {
        ...among,
        mergedIntoId: null,
        ...(status !== undefined && levelId === undefined ? { status: { not: status } } : {}),
      },
      data: {
        ...(status === undefined ? {} : { status }),
        ...(levelId === undefined
          ? {}
          : levelId === null
            ? { isLevelFixed: false }
            : { memberLevelId: levelId, isLevelFixed: true }),
      },
    });
    if (status === "disabled") await endSessions(tx, { userId: among.id }, "disabled");
    if (count > 0)
      await recordAudit(tx, actor, client, {
        action: "user.change_many",
        target: `users:${count}`,
        data: { ids: among.id.in, status, member_level_id: levelId },
      });
    return count;
  });
  return {
    changed,
    skipped: rows.length - changed,
    next: "match" in which ? nextAfter(rows, pieceSize) : null,
  };
}
