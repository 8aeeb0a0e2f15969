import type { AdminActor } from "../../../acts/actor";
import { db } from "../../../db/client";
import { columnWidths, type ListColumnsBody, type ListColumnsChoice } from "./schema";

/** Reads the columns that a person shows and hides in one list, and their widths. */
export async function readListColumns({ staffId }: AdminActor, path: string): Promise<ListColumnsChoice> {
  const row = await db().listColumns.findUnique({ where: { staffId_path: { staffId, path } } });
  return {
    hidden: row?.hidden ?? [],
    shown: row?.shown ?? [],
    widths: columnWidths.safeParse(row?.widths).data ?? {},
  };
}

export async function saveListColumns(
  { staffId }: AdminActor,
  { path, hidden, shown, widths }: ListColumnsBody,
): Promise<{ path: string }> {
  const choice = { ...(hidden && { hidden }), ...(shown && { shown }), ...(widths && { widths }) };
  return db().listColumns.upsert({
    where: { staffId_path: { staffId, path } },
    create: { staffId, path, ...choice },
    update: choice,
    select: { path: true },
  });
}
