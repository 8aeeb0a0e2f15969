import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { isRelease, shopCommand, workerCommand } from "@/lib/config/home";
import { keepNoNewSecrets } from "@/lib/config/secrets";
import { stopEverything } from "@/lib/db/embedded/start-embedded";
import { afterRestoreCommand } from "./after-restore-command";
import { backupCommands } from "./backup-commands";
import { checkCommands } from "./check-commands";
import { explain } from "./explain";
import { keyCommands } from "./key-commands";
import { type Session, startSession } from "./open-shop";
import { releaseCommands } from "./release-commands";
import { roleCommands } from "./role-commands";
import { staffCommands } from "./staff-commands";
import { updateCommands } from "./update-commands";

/** The work fails without its database and clears up; what does not even hear that is left behind. */
const clearingUpMs = 5_000;

/** A database that was started for a command ends with it. */
function stopOnSignals(work: Promise<unknown>): void {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)
    process.once(signal, () => {
      void stopEverything()
        .then(() => Promise.race([work.catch(() => undefined), sleep(clearingUpMs)]))
        .finally(() => process.exit(code));
    });
}

/** How a shop is opened, which is no command of this program: it has a process of its own. */
const openingHelp = () =>
  `\nTo open the shop: ${isRelease() ? "keyshelf start [--config <file>]" : "npm start"}. Only its worker: ${workerCommand()}.
To check a program that trades with shops: ${isRelease() ? "keyshelf conformance --help" : "npm run conformance -- --help"}.`;

/** @throws with one sentence for the operator */
export async function run(args: string[], invokedFrom: string): Promise<void> {
  const program = new Command(shopCommand("").trim())
    .description("What an operator does with a shell, beside a running shop or without one.")
    .option("--json", "print one JSON value and nothing else")
    .option("--config <file>", "the configuration file (default: config.yaml)")
    .addHelpText("after", openingHelp())
    .showHelpAfterError()
    .exitOverride();
  const session: Session = startSession(invokedFrom, () => program.opts<{ json?: boolean }>().json === true);
  program.hook("preAction", () => {
    const { config } = program.opts<{ config?: string }>();
    if (config) process.env.KEYSHELF_CONFIG = path.resolve(invokedFrom, config);
  });
  for (const add of [
    staffCommands,
    keyCommands,
    backupCommands,
    afterRestoreCommand,
    checkCommands,
    roleCommands,
    releaseCommands,
    updateCommands,
  ])
    add(program, session);
  try {
    keepNoNewSecrets();
    const work = program.parseAsync(args, { from: "user" });
    stopOnSignals(work);
    await work;
  } catch (error) {
    const { code, exitCode } = error as { code?: string; exitCode?: number };
    if (!code?.startsWith("commander.")) throw explain(error);
    process.exitCode = exitCode ?? 1;
  }
}
