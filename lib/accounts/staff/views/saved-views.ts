import type { AdminActor } from "../../../acts/actor";
import { now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { refusal } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { lockStaffRow } from "../../sql/accounts";
import type { SavedView, SavedViewBody } from "./schema";

/** For one person and one list. The page shows them in one line. */
const maxViews = 20;

/** A person's own views of one list, by name. */
export async function listSavedViews({ staffId }: AdminActor, path: string): Promise<SavedView[]> {
  return db().savedView.findMany({
    where: { staffId, path },
    orderBy: { name: "asc" },
    take: maxViews,
    select: { id: true, name: true, query: true },
  });
}

/** @throws AppError `state_conflict` when there are too many */
export async function saveView(
  { staffId }: AdminActor,
  { path, name, query }: SavedViewBody,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    await lockStaffRow(tx, staffId);
    const named = { staffId, path, name };
    const others = await tx.savedView.count({ where: { staffId, path, name: { not: name } } });
    if (others >= maxViews)
      throw new AppError("state_conflict", refusal("too_many_views", { max: maxViews }));
    return tx.savedView.upsert({
      where: { staffId_path_name: named },
      create: { ...named, query, createdAt: now() },
      update: { query },
      select: { id: true },
    });
  });
}

/** @throws AppError `not_found` for another person's too */
export async function deleteView({ staffId }: AdminActor, id: number): Promise<{ id: number }> {
  const { count } = await db().savedView.deleteMany({ where: { id, staffId } });
  if (count === 0) throw notFound("saved_view");
  return { id };
}
