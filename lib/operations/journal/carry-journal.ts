import { buffer } from "node:stream/consumers";
import { type BackupStore, salesFolder } from "../backup/stored-backup";
import { isSegment } from "./journal-segment";

/** A restored shop may keep its backups in another place: the journal of the lost one has to lie there before `after-restore`. */
export async function carryJournal(from: BackupStore, to: BackupStore): Promise<void> {
  if (from.where === to.where) return;
  // The folder of a backup that was carried here may hold anything.
  const names = (await from.list(salesFolder)).map(({ name }) => name).filter(isSegment);
  for (const name of names) await to.put(name, await buffer(await from.read(name)));
}
