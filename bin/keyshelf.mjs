#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=16
// Command line of a release: `keyshelf` and `keyshelf start` open the shop of the folder in which the command is given, `keyshelf worker`
// its worker alone, every other word is a command as in `npm run shop`. Here nothing is installed or built.
import { invokedFrom, main, openBuilt, readArguments } from "../scripts/program.mjs";

const opening = new Set(["start", "worker"]);

process.env.KEYSHELF_HOME ??= invokedFrom;
await main(async () => {
  process.env.NODE_ENV = "production";
  const [command = "start", ...rest] = process.argv.slice(2);
  if (opening.has(command)) {
    readArguments(rest);
    await openBuilt({ isWorker: command === "worker" });
  } else if (command === "conformance") await import("../build/commands/conformance.mjs");
  else await (await import("../build/commands/shop.mjs")).run(process.argv.slice(2), invokedFrom);
});
