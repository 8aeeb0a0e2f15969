import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { backupStore } from "../backup/backup-store";
import { listBackups, salesFolder, timeOfName } from "../backup/stored-backup";
import { segmentMs } from "./journal-segment";

const dayMs = 24 * 3_600_000;

/** Removes what no backup needs any more: it is older than all of them, and than as many days as backups are kept. */
export async function purgeJournal(): Promise<void> {
  const store = backupStore();
  const oldest = (await listBackups(store)).at(-1);
  const kept = now().getTime() - getConfig().backup.keep * dayMs;
  const until = Math.min(kept, oldest ? timeOfName(oldest.name).getTime() : kept) - 2 * segmentMs;
  for (const { name } of await store.list(salesFolder))
    if (timeOfName(name).getTime() < until) await store.remove(name);
}
