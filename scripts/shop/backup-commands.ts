import { createReadStream, existsSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { getConfig, resetConfig } from "@/lib/config/config";
import { readEnvironment } from "@/lib/config/env";
import { loadConfig } from "@/lib/config/load-config";
import { setLogLevel } from "@/lib/core/log";
import { disconnect, inDatabase } from "@/lib/db/client";
import { startEmbedded } from "@/lib/db/embedded/start-embedded";
import { readBackupState } from "@/lib/operations/backup/backup-state";
import { backupStore } from "@/lib/operations/backup/backup-store";
import { allMasterKeys, makeBackup, proveBackup, restoreInto } from "@/lib/operations/backup/make-backup";
import { checkShop, type Finding } from "@/lib/operations/check-shop";
import { type Comparison, compareWithGateways } from "@/lib/operations/compare-with-gateways";
import { holdBackKeys } from "@/lib/operations/hold-back-keys";
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
  return { dataDir, url };
}

async function restore(file: string, options: RestoreOptions, { print, resolve }: Session): Promise<void> {
  setLogLevel("error");
  const { dataDir, url } = await prepareTarget(options, resolve);
  const embedded = url ? null : await startEmbedded({ dataDir });
  const address = url ?? embedded?.url ?? "";
  try {
    const source = existsSync(resolve(file))
      ? createReadStream(resolve(file))
      : await backupStore().read(file);
    const restored = await restoreInto(address, source, allMasterKeys());
    const findings = await inDatabase(address, checkShop);
    const next =
      "Before you open: npm run shop -- after-restore --since <time of the backup> holds back keys that may have been sold since.";
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

function comparisonLine({ channel, asked, booked, unknown, problem }: Comparison): string {
  const open = `${channel}: ${asked} open payments, ${booked} of them are paid and booked now`;
  if (problem !== null) return `${open}; ${problem}: compare its list by hand`;
  return unknown === null
    ? `${open}; it has no list of trades that can be asked for: compare it by hand`
    : `${open}; ${unknown.length} paid trades are not known here`;
}

function moment(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime()) || at > new Date())
    throw new InvalidArgumentError("It must be a time in the past, as 2026-05-01T03:00:00Z.");
  return at;
}

function number(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
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
          `${made.where}/${made.name}: ${made.rows} rows in ${made.tables} tables, ${megabytes(made.bytes)}.` +
            (proof ? `\n${findingLines(proof.findings)}` : "") +
            `\nIt opens with the master key: keep ${path.join(getConfig().dataDir, "secrets.yaml")} in another place.`,
        );
        if (proof && !proof.ok) process.exitCode = 1;
      }),
    );
  program
    .command("list-backups")
    .description("what is in the store, newest first")
    .action(() =>
      withShop(async () => {
        const store = backupStore();
        const backups = await store.list();
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
    .command("after-restore")
    .description(
      "before the shop opens: hold back keys that may have been sold since the backup, and ask the gateways",
    )
    .requiredOption("--since <time>", "when the backup was made, as 2026-05-01T03:00:00Z", moment)
    .option("--keys <number>", "so many of each SKU, instead of an estimate from its sales", number)
    .action(({ since, keys }: { since: Date; keys?: number }) =>
      withShop(async () => {
        const held = await holdBackKeys({ since, keys });
        const lines = held.map((row) => `SKU ${row.skuId}: ${row.held} held back, ${row.left} on sale`);
        // After the keys are held back: what is delivered now must not be one of them.
        const gateways = await compareWithGateways(since);
        print(
          { since, held, gateways },
          [...lines, ...gateways.map(comparisonLine), "Each finding is an alert in the admin."].join("\n"),
        );
        if (gateways.some(({ problem }) => problem !== null)) process.exitCode = 1;
      }),
    );
  program
    .command("restore <backup>")
    .description("make a shop of a backup: a file, or a name of the store")
    .option("--into <folder>", "a new data folder (default: data_dir, or database.url when that is set)")
    .option("--secrets <file>", "the secrets.yaml of the shop that made the backup")
    .action((file: string, options: RestoreOptions) => restore(file, options, session));
}
