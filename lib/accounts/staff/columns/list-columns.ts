import type { AdminActor } from "../../../acts/actor";
import { db } from "../../../db/client";
import type { ListColumnsBody, ListColumnsChoice } from "./schema";

/** Reads the columns that a person shows and hides in one list. */
export const readListColumns = async ({ staffId }: AdminActor, path: string): Promise<ListColumnsChoice> =>
  (await db().listColumns.findUnique({
    where: { staffId_path: { staffId, path } },
    select: { hidden: true, shown: true },
  })) ?? { hidden: [], shown: [] };

export async function saveListColumns(
  { staffId }: AdminActor,
  { path, ...choice }: ListColumnsBody,
): Promise<{ path: string }> {
  return db().listColumns.upsert({
    where: { staffId_path: { staffId, path } },
    create: { staffId, path, ...choice },
    update: choice,
    select: { path: true },
  });
}
