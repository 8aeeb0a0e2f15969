import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { auditChanges, changesBetween } from "../../../acts/audit-changes";
import { recordAudit } from "../../../acts/record-audit";
import { now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { refusal } from "../../../core/refusals/refusal";
import { requireUnchanged } from "../../../core/refusals/require-unchanged";
import { toTime } from "../../../core/wire";
import { db } from "../../../db/client";
import type { SavedReply as SavedReplyRow } from "../../../db/generated/client";
import { inTransaction } from "../../../db/transaction";
import { isUniqueViolation } from "../../../db/unique-violation";
import { lockSavedReplies } from "../../sql/saved-replies";
import type { SavedReply, SavedReplyBody, SavedReplyPatch } from "./schema";

/** Most entries of the menu. */
const maxReplies = 100;

const toSavedReply = (row: SavedReplyRow): SavedReply => ({
  id: row.id,
  title: row.title,
  content: row.content,
  updated_at: toTime(row.updatedAt),
});

export async function listSavedReplies(): Promise<SavedReply[]> {
  const rows = await db().savedReply.findMany({
    orderBy: [{ title: "asc" }, { id: "asc" }],
    take: maxReplies,
  });
  return rows.map(toSavedReply);
}

const titleTaken = (error: unknown) =>
  isUniqueViolation(error, "title")
    ? new AppError("state_conflict", "used_by_reply", { field: "title" })
    : error;

/** @throws AppError `state_conflict` when the title is taken or there are too many */
export async function createSavedReply(
  actor: AdminActor,
  client: ClientInfo,
  { title, content }: SavedReplyBody,
): Promise<{ id: number }> {
  try {
    return await inTransaction(async (tx) => {
      await lockSavedReplies(tx);
      if ((await tx.savedReply.count()) >= maxReplies)
        throw new AppError("state_conflict", refusal("too_many_replies", { max: maxReplies }));
      const { id } = await tx.savedReply.create({
        data: { title, content, createdAt: now(), updatedAt: now() },
        select: { id: true },
      });
      await recordAudit(tx, actor, client, {
        action: "saved_reply.create",
        target: `saved_reply:${id}`,
        data: { title },
      });
      return { id };
    });
  } catch (error) {
    throw titleTaken(error);
  }
}

/** @throws AppError `not_found`, `state_conflict` */
export async function updateSavedReply(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
  { seen, ...input }: SavedReplyPatch,
): Promise<{ id: number }> {
  try {
    return await inTransaction(async (tx) => {
      await lockSavedReplies(tx);
      const before = await tx.savedReply.findUnique({ where: { id } });
      if (!before) throw notFound("saved_reply");
      requireUnchanged(toSavedReply(before), seen);
      const after = await tx.savedReply.update({ where: { id }, data: { ...input, updatedAt: now() } });
      await recordAudit(tx, actor, client, {
        action: "saved_reply.update",
        target: `saved_reply:${id}`,
        data: auditChanges(changesBetween(before, after)),
      });
      return { id };
    });
  } catch (error) {
    throw titleTaken(error);
  }
}

/** @throws AppError `not_found` */
export async function deleteSavedReply(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const before = await tx.savedReply.findUnique({ where: { id }, select: { title: true } });
    const { count } = await tx.savedReply.deleteMany({ where: { id } });
    if (!before || count === 0) throw notFound("saved_reply");
    await recordAudit(tx, actor, client, {
      action: "saved_reply.delete",
      target: `saved_reply:${id}`,
      data: before,
    });
    return { id };
  });
}
