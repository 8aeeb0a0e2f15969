import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { problemOf } from "../../core/refusals/noted";
import { problem } from "../../core/refusals/refusal";
import { directAddress, inDatabase } from "../../db/client";
import { discardDataFolder } from "../../db/embedded/discard";
import { startEmbedded } from "../../db/embedded/start-embedded";
import { readMigrations } from "../../db/migrations/migration-files";
import { checkShop, type Finding } from "../checks/check-shop";
import { BackupError } from "./backup-file";
import { noteBackup } from "./backup-state";
import { backupStore } from "./backup-store";
import { type RestoreSummary, restoreBackup } from "./read-backup";
import { checkCopies, copySoldFiles, keepNewest, noteCopies } from "./sold-files";
import { listBackups, nameOfBackup } from "./stored-backup";
import { writeBackup } from "./write-backup";

export interface MadeBackup {
  name: string;
  where: string;
  bytes: number;
  tables: number;
  rows: number;
  /** Files for sale that lie beside it. */
  files: number;
  /** One sentence for each file for sale that could not be copied. */
  problems: string[];
  /** Older ones that went. */
  removed: string[];
}

const leftoverMs = 12 * 3_600_000;

const migrationsFolder = () => path.resolve(/* turbopackIgnore: true */ "prisma/migrations");

export const allMasterKeys = (): Uint8Array[] => {
  const { masterKey, previousMasterKeys } = getConfig().security;
  return [masterKey, ...previousMasterKeys];
};

/** Removes the rest of a killed backup, its database included. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const entry of await readdir(dataDir)) {
    if (!/^backup-(draft|check)-/.test(entry)) continue;
    const folder = path.join(dataDir, entry);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > leftoverMs) await discardDataFolder(folder);
  }
}

/** Makes one backup and puts it into the store; a half one never appears there. */
export async function makeBackup(): Promise<MadeBackup> {
  const { dataDir, backup, security } = getConfig();
  const store = backupStore();
  await mkdir(dataDir, { recursive: true });
  await removeLeftovers(dataDir);
  const draft = await mkdtemp(path.join(dataDir, "backup-draft-"));
  await noteBackup({ triedAt: now().toISOString() });
  try {
    const file = path.join(draft, "backup");
    const output = createWriteStream(file, { mode: 0o600, flush: true });
    // Before the rows are read and after: what goes or comes meanwhile is in one of the two.
    const before = await copySoldFiles(store, draft);
    const { createdAt, tables, rows } = await writeBackup(directAddress(), security.masterKey, output);
    const { names, problems } = await copySoldFiles(store, draft);
    const name = nameOfBackup(createdAt);
    const { size: bytes } = await stat(file);
    await noteCopies(store, name, [...new Set([...before.names, ...names])]);
    await store.put(name, file);
    const at = createdAt.toISOString();
    await noteBackup(
      problems.length > 0
        ? { problem: problem("backup_files_not_copied", { files: problems.join("; ") }) }
        : { lastGoodAt: at, lastName: name, bytes, problem: null },
    );
    const removed = await keepNewest(store, backup.keep);
    return { name, where: store.where, bytes, tables, rows, files: names.length, problems, removed };
  } catch (error) {
    await noteBackup({ problem: problemOf(error) }).catch(() => undefined);
    throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

export interface ProvenBackup {
  name: string;
  ok: boolean;
  restored: RestoreSummary;
  findings: Finding[];
}

/** Nothing here has to outlive a power cut. */
const forAMoment = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_wal_size: "1GB" };

/** Restores a backup into a database of its own beside the shop, checks what it holds, and removes that database. */
export async function proveBackup(wanted?: string): Promise<ProvenBackup> {
  const { dataDir } = getConfig();
  const store = backupStore();
  const name = wanted ?? (await listBackups(store))[0]?.name;
  if (!name) throw new BackupError(problem("backup_none", { where: store.where }));
  const beside = await mkdtemp(path.join(dataDir, "backup-check-"));
  let stop = async () => {};
  try {
    const database = await startEmbedded({ dataDir: beside, settings: forAMoment });
    stop = database.stop;
    const source = await store.read(name);
    const { url } = database;
    const restored = await restoreBackup(source, {
      url,
      masterKeys: allMasterKeys(),
      migrations: migrationsFolder(),
    });
    const findings = await inDatabase(url, async () => [
      ...(await checkShop()),
      await checkCopies(store, allMasterKeys()),
    ]);
    const wrong = findings.filter(({ ok }) => !ok);
    const found = wrong.map(({ check, detail }) => `${check}: ${detail}`).join("; ");
    await noteBackup(
      found
        ? { problem: problem("backup_not_whole", { name, found }) }
        : {
            checkedAt: now().toISOString(),
            checkedName: name,
            checkedSchema: (await readMigrations(migrationsFolder())).at(-1)?.name ?? null,
            problem: null,
          },
    );
    return { name, ok: found === "", restored, findings };
  } catch (error) {
    await noteBackup({ problem: problemOf(error) }).catch(() => undefined);
    throw error;
  } finally {
    await stop();
    await discardDataFolder(beside);
  }
}

/** Into an empty database. */
export const restoreInto = (url: string, source: Readable, masterKeys: readonly Uint8Array[]) =>
  restoreBackup(source, { url, masterKeys, migrations: migrationsFolder() });
