import path from "node:path";
import type { Command } from "commander";
import { getConfig } from "@/lib/config/config";
import { sayProblem } from "@/lib/core/refusals/noted";
import { readBackupState } from "@/lib/operations/backup/backup-state";
import { backupStore } from "@/lib/operations/backup/backup-store";
import { makeBackup, proveBackup } from "@/lib/operations/backup/make-backup";
import { listBackups } from "@/lib/operations/backup/stored-backup";
import { findingLines } from "./finding-lines";
import type { Session } from "./open-shop";
import { restoreCommand } from "./restore-command";

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

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
          {
            where: store.where,
            backups,
            state: { ...state, problem: state.problem && sayProblem(state.problem) },
          },
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
  restoreCommand(program, session);
}
