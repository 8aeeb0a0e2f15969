import { createReadStream, existsSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import { getConfig, resetConfig } from "@/lib/config/config";
import { readEnvironment } from "@/lib/config/env";
import { loadConfig } from "@/lib/config/load-config";
import { setLogLevel } from "@/lib/core/log";
import { disconnect, inDatabase } from "@/lib/db/client";
import { startEmbedded } from "@/lib/db/embedded/start-embedded";
import { readBackupState } from "@/lib/operations/backup/backup-state";
import { backupStore, folderStore } from "@/lib/operations/backup/backup-store";
import { allMasterKeys, makeBackup, proveBackup, restoreInto } from "@/lib/operations/backup/make-backup";
import { restoreSoldFiles } from "@/lib/operations/backup/sold-files";
import { listBackups } from "@/lib/operations/backup/stored-backup";
import { checkShop, type Finding } from "@/lib/operations/check-shop";
import { carryJournal } from "@/lib/operations/journal/carry-journal";
import { StartError } from "../front-door";
import type { Session } from "./open-shop";

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
export const findingLines = (findings: Finding[]) =>
  findings.map(({ check, ok, detail }) => `${ok ? "ok   " : "WRONG"}  ${check}: ${detail}`).join("\n");

interface RestoreOptions {
  into?: string;
  secrets?: string;
}

/** Where the shop will be, and its secrets there before the configuration is read: that would make new ones. */
async function prepareTarget({ into, secrets }: RestoreOptions, resolve: Session["resolve"]) {
  const parsed = loadConfig({ environment: readEnvironment(), directory: process.cwd() });
  const dataDir = into ? resolve(into) : path.resolve(parsed.dataDir);
  const url = into ? null : parsed.database.url;
  if (!url && existsSync(path.join(dataDir, "database.json")))
    throw new StartError(`There is a shop in ${dataDir} already. Choose a new folder with --into.`);
  await mkdir(dataDir, { recursive: true });
  const own = path.join(dataDir, "secrets.yaml");
  if (secrets) {
    if (existsSync(own))
      throw new StartError(`${own} is there already: it would be overwritten by --secrets.`);
    await copyFile(resolve(secrets), own);
  } else if (!existsSync(own) && !parsed.security.masterKey) {
    throw new StartError(
      "A backup opens with the master key of its shop: give its secrets.yaml with --secrets <file>, or set security.master_key.",
    );
  }
  process.env.KEYSHELF_DATA_DIR = dataDir;
  resetConfig();
  // A name of the store is one of the shop that is configured, wherever the new one will be.
  return { dataDir, url, configured: backupStore(parsed) };
}

async function restore(file: string, options: RestoreOptions, { print, resolve }: Session): Promise<void> {
  setLogLevel("error");
  const { dataDir, url, configured } = await prepareTarget(options, resolve);
  const embedded = url ? null : await startEmbedded({ dataDir });
  const address = url ?? embedded?.url ?? "";
  try {
    const isFile = existsSync(resolve(file));
    // What belongs to the backup lies beside it.
    const store = isFile ? folderStore(path.dirname(resolve(file))) : configured;
    const source = isFile ? createReadStream(resolve(file)) : await store.read(file);
    const restored = await restoreInto(address, source, allMasterKeys());
    const findings = await inDatabase(address, async () => [
      ...(await checkShop()),
      await restoreSoldFiles(store, allMasterKeys()),
    ]);
    await carryJournal(store, backupStore());
    const next =
      "Before you open: npm run shop -- after-restore takes the keys off sale that were sold since the backup.";
    print(
      { data_dir: url ? null : dataDir, ...restored, findings },
      `${restored.rows} rows in ${restored.tables} tables restored${url ? "" : ` into ${dataDir}`}.\n${findingLines(findings)}\n${next}`,
    );
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
  } finally {
    await disconnect();
    await embedded?.stop();
  }
}

export function backupCommands(program: Command, session: Session): void {
  const { print, withShop } = session;
  program
    .command("backup")
    .description("write everything into one sealed file, while the shop sells")
    .option("--prove", "restore it beside the shop and check it")
    .action(({ prove }: { prove?: boolean }) =>
      withShop(async () => {
        const made = await makeBackup();
        const proof = prove ? await proveBackup(made.name) : null;
        print(
          { ...made, proof },
          `${made.where}/${made.name}: ${made.rows} rows in ${made.tables} tables, ${megabytes(made.bytes)}, ${made.files} files for sale.` +
            made.problems.map((problem) => `\nNot copied: ${problem}`).join("") +
            (proof ? `\n${findingLines(proof.findings)}` : "") +
            `\nIt opens with the master key: keep ${path.join(getConfig().dataDir, "secrets.yaml")} in another place.`,
        );
        if ((proof && !proof.ok) || made.problems.length > 0) process.exitCode = 1;
      }),
    );
  program
    .command("list-backups")
    .description("what is in the store, newest first")
    .action(() =>
      withShop(async () => {
        const store = backupStore();
        const backups = await listBackups(store);
        const state = await readBackupState();
        const lines = backups.map(({ name, bytes }) => `${name}  ${megabytes(bytes)}`);
        print(
          { where: store.where, backups, state },
          [
            store.where,
            ...lines,
            `last proven: ${state.checkedName ?? "never"} ${state.checkedAt ?? ""}`,
          ].join("\n"),
        );
      }),
    );
  program
    .command("prove-backup [name]")
    .description("restore a backup (the newest) beside the shop and check it")
    .action((name: string | undefined) =>
      withShop(async () => {
        const proof = await proveBackup(name);
        print(proof, `${proof.name}: ${proof.restored.rows} rows restored.\n${findingLines(proof.findings)}`);
        if (!proof.ok) process.exitCode = 1;
      }),
    );
  program
    .command("restore <backup>")
    .description("make a shop of a backup: a file, or a name of the store")
    .option("--into <folder>", "a new data folder (default: data_dir, or database.url when that is set)")
    .option("--secrets <file>", "the secrets.yaml of the shop that made the backup")
    .action((file: string, options: RestoreOptions) => restore(file, options, session));
}
