// `npm run prepare-update -- <version>`: installs and builds another version beside the running one, which goes on selling.
// <version> is anything that git knows (a tag, origin/main) or a folder with its sources. The next start of just these sources
// takes packages and build from here.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { invokedFrom, main, root, StopError, updateTree } from "./bootstrap.mjs";

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
async function unpackCommit(version) {
  const archive = run("git", ["archive", "--format=tar", version]);
  const unpack = run("tar", ["-x", "-C", updateTree], { stdin: "pipe" });
  archive.child.stdout.pipe(unpack.child.stdin);
  await Promise.all([archive.done, unpack.done]);
}

const copyFolder = (folder) =>
  cpSync(folder, updateTree, {
    recursive: true,
    filter: (file) => !notSources.has(path.relative(folder, file).split(path.sep)[0]),
  });

await main(async () => {
  const [version, ...others] = process.argv.slice(2);
  if (!version || others.length > 0)
    throw new StopError(
      "Name one version: npm run prepare-update -- <tag, branch or folder with its sources>",
    );
  // Visitors come first.
  os.setPriority(10);
  rmSync(updateTree, { recursive: true, force: true });
  mkdirSync(updateTree, { recursive: true });
  const folder = path.resolve(invokedFrom, version);
  if (existsSync(path.join(folder, "package.json"))) copyFolder(folder);
  else await unpackCommit(version);
  const preparation = run(process.execPath, ["scripts/start.mjs", "prepare"], { cwd: updateTree });
  preparation.child.stdout.pipe(process.stdout);
  await preparation.done;
  console.log(
    `\nPrepared in ${path.relative(root, updateTree)}. Now: stop the shop, put the sources of this version in place, start it.`,
  );
});
