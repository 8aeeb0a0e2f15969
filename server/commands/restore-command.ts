import { createReadStream, existsSync } from "node:fs";
import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Command } from "commander";
import { readGiven, resetConfig } from "@/lib/config/config";
import { shopCommand } from "@/lib/config/home";
import { secretsFileOf } from "@/lib/config/secrets";
import { setLogLevel } from "@/lib/core/process/log";
import { disconnect, inDatabase } from "@/lib/db/client";
import { discardDatabase, discardDataFolder } from "@/lib/db/embedded/discard";
import { FolderTakenError } from "@/lib/db/embedded/folder-guard";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/db/embedded/start-embedded";
import { backupStore, folderStore } from "@/lib/operations/backup/backup-store";
import { allMasterKeys, restoreInto } from "@/lib/operations/backup/make-backup";
import { restoreSoldFiles } from "@/lib/operations/backup/sold-files";
import type { BackupStore } from "@/lib/operations/backup/stored-backup";
import { listBackups } from "@/lib/operations/backup/stored-backup";
import { checkShop } from "@/lib/operations/checks/check-shop";
import { carryJournal } from "@/lib/operations/journal/carry-journal";
import { StartError } from "../door/front-door";
import { findingLines } from "./finding-lines";
import type { Session } from "./open-shop";

interface RestoreOptions {
  into?: string;
  secrets?: string;
}

interface Target {
  dataDir: string;
  url: string | null;
  /** The store of the shop that is configured, wherever the new one will be: a name is one of its backups. */
  configured: BackupStore;
  /** Takes away what the restore has made there, so that it can be tried again with another file. */
  clear(): Promise<void>;
}

/** Where the shop will be, and its secrets there before the configuration is read. */
async function prepareTarget(
  { into, secrets }: RestoreOptions,
  resolve: Session["resolve"],
): Promise<Target> {
  const parsed = readGiven();
  const dataDir = into ? resolve(into) : parsed.dataDir;
  const url = into ? null : parsed.database.url;
  const isTaken = ["database.json", "postgres"].some((name) => existsSync(path.join(dataDir, name)));
  if (!url && isTaken)
    throw new StartError(`There is a shop in ${dataDir} already. Choose a new folder with --into.`);
  const own = secretsFileOf(dataDir);
  if (secrets && existsSync(own))
    throw new StartError(`${own} is there already: it would be overwritten by --secrets.`);
  if (!secrets && !existsSync(own) && !parsed.security.masterKey) {
    throw new StartError(
      "A backup opens with the master key of its shop: give its secrets.yaml with --secrets <file>, or set security.master_key.",
    );
  }
  const isNew = (await mkdir(dataDir, { recursive: true })) !== undefined;
  const clear = async () => {
    if (secrets) await rm(own, { force: true });
    if (isNew) await discardDataFolder(dataDir);
    else if (!url) await discardDatabase(dataDir);
  };
  if (secrets)
    await copyFile(resolve(secrets), own).catch((error) => clear().then(() => Promise.reject(error)));
  process.env.KEYSHELF_DATA_DIR = dataDir;
  resetConfig();
  return { dataDir, url, configured: backupStore(parsed), clear };
}

interface Source {
  bytes: Readable;
  /** Where the backup lies, and beside it what belongs to it. */
  store: BackupStore;
}

/** A file, or a name of the store. */
async function openSource(
  file: string,
  configured: BackupStore,
  resolve: Session["resolve"],
): Promise<Source> {
  const found = await stat(resolve(file)).catch(() => null);
  if (found?.isDirectory()) throw new StartError(`${resolve(file)} is a folder: name a backup in it.`);
  if (found)
    return { bytes: createReadStream(resolve(file)), store: folderStore(path.dirname(resolve(file))) };
  if ((await listBackups(configured)).some(({ name }) => name === file))
    return { bytes: await configured.read(file), store: configured };
  throw new StartError(
    `There is no file ${resolve(file)}, and no backup of that name in ${configured.where}.`,
  );
}

async function restore(file: string, options: RestoreOptions, { print, resolve }: Session): Promise<void> {
  setLogLevel("error");
  const { dataDir, url, configured, clear } = await prepareTarget(options, resolve);
  let embedded: EmbeddedDatabase | undefined;
  try {
    const { bytes, store } = await openSource(file, configured, resolve);
    embedded = url ? undefined : await startEmbedded({ dataDir });
    const address = url ?? embedded?.url ?? "";
    const restored = await restoreInto(address, bytes, allMasterKeys());
    const findings = await inDatabase(address, async () => [
      ...(await checkShop()),
      await restoreSoldFiles(store, allMasterKeys()),
    ]);
    await carryJournal(store, backupStore());
    const next = `Before you open: ${shopCommand("after-restore")} takes the keys off sale that were sold since the backup.`;
    print(
      { data_dir: url ? null : dataDir, ...restored, findings },
      `${restored.rows} rows in ${restored.tables} tables restored${url ? "" : ` into ${dataDir}`}.\n${findingLines(findings)}\n${next}`,
    );
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
  } catch (error) {
    await embedded?.stop();
    // Files that another restore makes there at the same time are not ours to clear.
    if (!(error instanceof FolderTakenError)) await clear();
    throw error;
  } finally {
    await disconnect();
    await embedded?.stop();
  }
}

export function restoreCommand(program: Command, session: Session): void {
  program
    .command("restore <backup>")
    .description("make a shop of a backup: a file, or a name of the store")
    .option("--into <folder>", "a new data folder (default: data_dir, or database.url when that is set)")
    .option("--secrets <file>", "the secrets.yaml of the shop that made the backup")
    .action((file: string, options: RestoreOptions) => restore(file, options, session));
}
