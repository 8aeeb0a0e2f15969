import path from "node:path";
import type { Command } from "commander";
import { readGiven } from "@/lib/config/config";
import { readEnvironment } from "@/lib/config/env";
import { homeFolder } from "@/lib/config/home";
import { sayProblem } from "@/lib/core/refusals/noted";
import { findUnusableMigration } from "@/lib/db/migrations/migrate";
import type { Control } from "@/lib/operations/updates/service";
import { ownerOf } from "@/lib/operations/updates/update-request";
import type { UpdateState } from "@/lib/operations/updates/update-state";
import { carryOut, type Order, serveRequests, type Updater } from "@/lib/operations/updates/updater";
import { requireVersions } from "@/lib/operations/updates/versions";
import type { Session } from "./open-shop";

const said: Record<string, string> = {
  fetch: "Fetching the release …",
  check: "Checking its signature …",
  backup: "Making a backup …",
  rehearse: "Trying the new version on a copy of the shop …",
  switch: "Stopping the shop and starting the other version …",
  wait: "Waiting until it is ready …",
  return: "Bringing the former version back …",
};

function sentenceOf({ outcome, from, to, problem, backup }: UpdateState): string {
  const why = problem ? `${sayProblem(problem)} ` : "";
  if (outcome === "done") return `${to} is open; before it was ${from}.`;
  if (outcome === "failed") return `${why}\n${from} goes on; nothing of the shop was changed.`;
  if (outcome === "returned") return `${why}\n${from} is back.`;
  return `${why}\n${to} is not ready, and ${from} cannot come back by itself. The backup of before: ${backup ?? "none"}.`;
}

async function updaterOf({ stop, start }: Control, say: Updater["say"]): Promise<Updater> {
  const versions = requireVersions();
  const { dataDir, server, update } = readGiven();
  return {
    versions,
    service: {
      control: { stop, start },
      host: server.host,
      port: server.port,
      dataDir,
      owner: await ownerOf(dataDir),
    },
    config: update,
    configFile: path.resolve(homeFolder(), readEnvironment().KEYSHELF_CONFIG ?? "config.yaml"),
    say,
  };
}

export function updateCommands(program: Command, { print, resolve, withShop }: Session): void {
  const isJson = () => program.opts<{ json?: boolean }>().json === true;
  const say = (step: string) => {
    if (!isJson()) process.stdout.write(`${said[step] ?? step}\n`);
  };
  const command = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .option("--stop <command>", "what stops the shop", "systemctl stop keyshelf.service")
      .option("--start <command>", "what starts it", "systemctl start keyshelf.service");
  const tellEnd = (state: UpdateState) => {
    print(state, sentenceOf(state));
    if (state.outcome !== "done") process.exitCode = 1;
  };
  const carry = async (control: Control, order: Order) =>
    tellEnd(await carryOut(await updaterOf(control, say), order));

  command(
    "update",
    "bring a newer version: fetched or from a file, proved, tried on a copy, then in place of this one",
  )
    .option(
      "--to <archive>",
      "an archive, with its .sha256 and .sha256.sig beside it, in place of the update source",
    )
    .action(({ to, ...control }: Control & { to?: string }) =>
      carry(control, to ? { act: "update", file: resolve(to) } : { act: "update", version: null }),
    );
  command(
    "rollback",
    "go back to the version before the last update, where it can work with the database",
  ).action((control: Control) => carry(control, { act: "rollback" }));
  command(
    "updater",
    "end an update that was interrupted, and do what the admin asked for; for the service manager",
  ).action(async (control: Control) => {
    const state = await serveRequests(await updaterOf(control, say));
    print(state, state ? sentenceOf(state) : "Nothing was asked for.");
  });
  program
    .command("check-schema")
    .description("whether this version can work with the database as it is")
    .action(() =>
      withShop(async () => {
        const newer = await findUnusableMigration();
        print({ newer }, newer ? `A newer version has changed it (${newer}).` : "It can.");
        if (newer) process.exitCode = 1;
      }),
    );
}
