import type { AdminActor } from "../../../acts/actor";
import { hasPermission } from "../../../acts/permissions";
import { now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { refusal } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import type { Prisma } from "../../../db/generated/client";
import { inTransaction } from "../../../db/transaction";
import { lockStaffRow } from "../../sql/accounts";
import type { SavedView, SavedViewBody } from "./schema";

/** For one person and one list, and as many that colleagues share. The page shows them in one line. */
const maxViews = 20;

const viewsOf = (where: Prisma.SavedViewWhereInput) =>
  db().savedView.findMany({
    where,
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: maxViews,
    select: { id: true, name: true, query: true, isShared: true, staff: { select: { name: true } } },
  });

/** Removing colleagues includes what they shared. */
const mayTidyUp = (actor: AdminActor): boolean => hasPermission(actor, "staff:write");

/** A person's own views of one list, then those that colleagues share, each by name. */
export async function listSavedViews(actor: AdminActor, path: string): Promise<SavedView[]> {
  const { staffId } = actor;
  const [own, shared] = await Promise.all([
    viewsOf({ path, staffId }),
    viewsOf({ path, isShared: true, staffId: { not: staffId } }),
  ]);
  return [...own, ...shared].map(({ id, name, query, isShared, staff }, at) => {
    const isOwn = at < own.length;
    return {
      id,
      name,
      query,
      is_shared: isShared,
      shared_by: isOwn ? null : staff.name,
      can_delete: isOwn || mayTidyUp(actor),
    };
  });
}

/** @throws AppError `state_conflict` when there are too many */
export async function saveView(
  { staffId }: AdminActor,
  { path, name, query, is_shared: isShared }: SavedViewBody,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    await lockStaffRow(tx, staffId);
    const named = { staffId, path, name };
    const others = await tx.savedView.count({ where: { staffId, path, name: { not: name } } });
    if (others >= maxViews)
      throw new AppError("state_conflict", refusal("too_many_views", { max: maxViews }));
    return tx.savedView.upsert({
      where: { staffId_path_name: named },
      create: { ...named, query, isShared, createdAt: now() },
      update: { query, isShared },
      select: { id: true },
    });
  });
}

/** @throws AppError `not_found` for another person's too, unless it is shared and the actor may dismiss its owner */
export async function deleteView(actor: AdminActor, id: number): Promise<{ id: number }> {
  const { staffId } = actor;
  const reach: Prisma.SavedViewWhereInput[] = [
    { staffId },
    ...(mayTidyUp(actor) ? [{ isShared: true }] : []),
  ];
  const { count } = await db().savedView.deleteMany({ where: { id, OR: reach } });
  if (count === 0) throw notFound("saved_view");
  return { id };
}
