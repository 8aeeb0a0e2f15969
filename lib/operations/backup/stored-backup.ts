import type { Readable } from "node:stream";

/** Beside the backups: the journal of sales. */
export const salesFolder = "sales/";
/** Beside the backups: the files that are sold. */
export const filesFolder = "files/";
/** Where in the store: "" is the place of the backups themselves. */
export type StoreFolder = "" | typeof salesFolder | typeof filesFolder;

export interface StoredFile {
  /** With its folder. */
  name: string;
  bytes: number;
}

/** Where backups are kept. */
export interface BackupStore {
  /** For people. */
  where: string;
  /** A file's path, or bytes. A half one never appears under the name. */
  put(name: string, source: string | Uint8Array): Promise<void>;
  /** Lists one folder. */
  list(folder: StoreFolder): Promise<StoredFile[]>;
  read(name: string): Promise<Readable>;
  remove(name: string): Promise<void>;
}

const ending = ".keyshelf-backup";
export const nameOfBackup = (at: Date): string =>
  `keyshelf-${at.toISOString().replace(/[-:]|\.\d+/g, "")}${ending}`;

const beginPattern = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/;

/** The time in the name of a backup, or of a file of the journal. */
export function timeOfName(name: string): Date {
  const [, year, month, day, hour, minute, second] = beginPattern.exec(name) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** The backups of a store, newest first. */
export async function listBackups(store: BackupStore): Promise<StoredFile[]> {
  const names = (await store.list("")).filter(({ name }) => name.endsWith(ending));
  // Names sort by time.
  return names.sort((a, b) => (a.name < b.name ? 1 : -1));
}
