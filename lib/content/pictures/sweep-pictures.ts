import { now } from "../../core/clock";
import { log } from "../../core/process/log";
import { db } from "../../db/client";
import { unusedDays } from "../bounds";
import { noteUse } from "../sql";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * C197: deletes the uploaded pictures that nothing in the shop has named for that long, and notes since when the others
 * are named nowhere.
 */
export async function sweepPictures(): Promise<void> {
  const at = now();
  const deleted = await noteUse(db(), { at, before: new Date(at.getTime() - unusedDays * dayMs) });
  if (deleted > 0) log.info({ deleted }, "unused pictures were deleted");
}
