import type { Readable } from "node:stream";

export interface StoredBackup {
  name: string;
  bytes: number;
}

/** Where backups are kept. */
export interface BackupStore {
  /** For people. */
  where: string;
  put(name: string, file: string): Promise<void>;
  /** Newest first. */
  list(): Promise<StoredBackup[]>;
  read(name: string): Promise<Readable>;
  remove(name: string): Promise<void>;
}

const ending = ".keyshelf-backup";
export const isBackupName = (name: string): boolean => name.endsWith(ending);
export const nameOfBackup = (at: Date): string =>
  `keyshelf-${at.toISOString().replace(/[-:]|\.\d+/g, "")}${ending}`;
/** Names sort by time. */
export const newestFirst = (a: StoredBackup, b: StoredBackup): number => (a.name < b.name ? 1 : -1);
