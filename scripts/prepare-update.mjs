// `npm run prepare-update -- <version>`: installs and builds another version beside the running one, which goes on selling.
// <version> is anything that git knows (a tag, origin/main) or a folder with its sources. The next start of just these sources
// takes packages and build from here. `--for <folder>`: for the installation in that folder, whose own copy may be older than this command.
// It asks before it builds, because the machine sells meanwhile; `--yes` answers.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { invokedFrom, main, requireBuildMemory, root, StopError, updateTreeOf } from "./bootstrap.mjs";

const notSources = new Set(["node_modules", ".next", "build", ".git", "data", ".update", ".cache"]);

function run(command, args, { cwd = root, stdin = "ignore" } = {}) {
  const child = spawn(command, args, { cwd, stdio: [stdin, "pipe", "inherit"] });
  const done = new Promise((resolve, reject) => {
    child.on("error", (error) => reject(new StopError(`${command} could not be run: ${error.message}`)));
    child.on("close", (code) =>
      code === 0
        ? resolve()
        : reject(new StopError(`${[command, ...args].join(" ")} ended with code ${code}.`)),
    );
  });
  return { child, done };
}

/** The files of a commit, without touching the checkout that serves. */
async function unpackCommit(version, updateTree) {
  const archive = run("git", ["archive", "--format=tar", version]);
  const unpack = run("tar", ["-x", "-C", updateTree], { stdin: "pipe" });
  archive.child.stdout.pipe(unpack.child.stdin);
  await Promise.all([archive.done, unpack.done]);
}

const copyFolder = (folder, updateTree) =>
  cpSync(folder, updateTree, {
    recursive: true,
    filter: (file) => !notSources.has(path.relative(folder, file).split(path.sep)[0]),
  });

const usage =
  "Name one version: npm run prepare-update -- <commit, tag, branch or folder with its sources> [--for <folder>] [--yes]";

/** @throws unless somebody agreed that the machine builds while it sells */
async function requireConsent(isAgreed) {
  if (isAgreed) return;
  const cost =
    "Installing and building take 3 GB of memory and minutes of the processor, on a machine that sells meanwhile. " +
    "An archive of the release needs neither (docs/operations.md, Updating).";
  if (!process.stdin.isTTY) throw new StopError(`${cost} --yes builds all the same.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${cost}\nBuild here? [y/N] `).finally(() => terminal.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new StopError("Nothing was done.");
}

/** @returns the version, the installation that it is for, and whether the build was agreed to */
function readArguments(args) {
  const rest = args.filter((each) => each !== "--yes");
  const isAgreed = rest.length < args.length;
  let installation = root;
  const at = rest.indexOf("--for");
  if (at >= 0) {
    const [, folder] = rest.splice(at, 2);
    if (!folder) throw new StopError(usage);
    installation = path.resolve(invokedFrom, folder);
    if (!existsSync(path.join(installation, "package.json")))
      throw new StopError(`${installation} holds no Keyshelf.`);
  }
  const [version, ...others] = rest;
  if (!version || others.length > 0) throw new StopError(usage);
  return { version, installation, isAgreed };
}

await main(async () => {
  const { version, installation, isAgreed } = readArguments(process.argv.slice(2));
  requireBuildMemory();
  await requireConsent(isAgreed);
  const updateTree = updateTreeOf(installation);
  // Visitors come first.
  os.setPriority(10);
  rmSync(updateTree, { recursive: true, force: true });
  mkdirSync(updateTree, { recursive: true });
  const folder = path.resolve(invokedFrom, version);
  if (existsSync(path.join(folder, "package.json"))) copyFolder(folder, updateTree);
  else await unpackCommit(version, updateTree);
  const preparation = run(process.execPath, ["scripts/start.mjs", "prepare"], { cwd: updateTree });
  preparation.child.stdout.pipe(process.stdout);
  await preparation.done;
  console.log(
    `\nPrepared in ${updateTree}. Now: stop the shop, put the sources of this version in place, start it.`,
  );
});
