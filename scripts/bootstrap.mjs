// Finds what a checkout is missing and does it. Plain Node without a package: it runs before there are any.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { endText, freeMegabytes, shortMemory } from "./build-memory.mjs";
import { invokedFrom, main, root, StopError } from "./program.mjs";
import { takeTurn, takeTurnAtNpm } from "./turns.mjs";

export { invokedFrom, main, root, StopError };

const inRoot = (...parts) => path.join(root, ...parts);

let isSilent = false;
/** For a command whose output is read by a program. */
export function silenceSteps() {
  isSilent = true;
}

const tellUnlessSilent = (line) => {
  if (!isSilent) console.log(line);
};

const children = new Set();
let isStopping = false;

/** Ctrl-C during a long step: the step ends with us. */
export function stopChildren() {
  isStopping = true;
  for (const child of children) child.kill("SIGTERM");
}

/**
 * Runs a long step with a line that tells how long it has been going on; what the step prints is shown when it fails.
 */
async function step(title, command, args, options = {}) {
  const begin = Date.now();
  const seconds = () => `${Math.round((Date.now() - begin) / 1000)} s`;
  if (isSilent) return run(command, args, options);
  const isTerminal = process.stdout.isTTY === true;
  if (!isTerminal) console.log(`${title} …`);
  const timer = setInterval(
    () => {
      if (isTerminal) process.stdout.write(`\r${title} … ${seconds()} `);
      else console.log(`${title} … ${seconds()}`);
    },
    isTerminal ? 1000 : 30_000,
  );
  try {
    await run(command, args, options);
  } finally {
    clearInterval(timer);
  }
  console.log(`${isTerminal ? "\r" : ""}${title}: done in ${seconds()}`);
}

function run(command, args, { env = {}, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      shell,
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.add(child);
    let output = "";
    const keep = (chunk) => {
      output = (output + chunk).slice(-12_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => reject(new StopError(`${command} could not be run: ${error.message}`)));
    child.on("close", (code, signal) => {
      children.delete(child);
      const end = () => endText([command, ...args].join(" "), { code, signal, output });
      if (isStopping) reject(new StopError("Stopped."));
      else if (code === 0) resolve();
      else reject(new StopError(`${output.trim()}\n\n${end()}`));
    });
  });
}

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * Tells whether nothing that runs needs a package in the lock file (`devOptional`: what runs could use it, as
 * @prisma/client its CLI).
 */
const isOfBuild = ({ dev, devOptional }) => dev === true || devOptional === true;

/** Compares what npm recorded in node_modules with the lock file, so that a second start needs no npm at all. */
export function hasPackages({ forBuild }) {
  const record = inRoot("node_modules/.package-lock.json");
  const installed = readRecord(record);
  if (installed === null) return false;
  return Object.entries(readJson(inRoot("package-lock.json")).packages).every(
    ([place, locked]) =>
      place === "" ||
      locked.optional ||
      (isOfBuild(locked) && !forBuild) ||
      installed[place]?.version === locked.version,
  );
}

/** Installs packages. A finished build needs fewer to run than it took to make it. */
export async function ensurePackages({ forBuild = true } = {}) {
  if (hasPackages({ forBuild })) return;
  const letGo = await takeTurnAtNpm(tellUnlessSilent);
  try {
    if (hasPackages({ forBuild })) return;
    const npm = process.env.npm_execpath;
    const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
    const title = "Installing packages";
    if (npm?.endsWith(".js")) await step(title, process.execPath, [npm, ...args]);
    else await step(title, "npm", args, { shell: process.platform === "win32" });
  } finally {
    letGo();
  }
}

/** npm's own list of what it installed; null: there is none, or npm is just writing it. */
function readRecord(file) {
  try {
    return readJson(file).packages;
  } catch {
    return null;
  }
}

function* filesIn(place) {
  if (!existsSync(place)) return;
  const entries = readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const file = path.join(place, entry.name);
    if (entry.isDirectory()) {
      if (file !== inRoot("lib/db/generated")) yield* filesIn(file);
    } else yield file;
  }
}

/** One number for the content of files and folders. */
export function fingerprint(places, node = process.versions.node.split(".")[0]) {
  const hash = createHash("sha256").update(node);
  for (const place of places) {
    const file = inRoot(place);
    const isFile = /\.\w+$/.test(place);
    for (const each of isFile ? (existsSync(file) ? [file] : []) : filesIn(file)) {
      hash
        .update(`${path.relative(root, each)}\0`)
        .update(readFileSync(each))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

const isDone = (stamp, places) =>
  existsSync(inRoot(stamp)) && readFileSync(inRoot(stamp), "utf8") === fingerprint(places);

/** Does `work` unless the stamp says that it was done for just this content. Of several processes one does it. */
async function unlessDone(stamp, places, work) {
  if (isDone(stamp, places)) return;
  // Before the turn: what locks its file is a package.
  await ensurePackages();
  const letGo = await takeTurn(stamp.split("/")[0], tellUnlessSilent);
  try {
    if (isDone(stamp, places)) return;
    const wanted = fingerprint(places);
    const file = inRoot(stamp);
    rmSync(file, { force: true });
    await work();
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, wanted);
  } finally {
    await letGo();
  }
}

const schema = ["prisma/schema.prisma", "prisma/models"];

/** Prisma asks for an engine binary before it generates, and then does not run it: any executable will do. */
export async function ensureClient({ always = false } = {}) {
  if (always) rmSync(inRoot("lib/db/generated/stamp"), { force: true });
  await unlessDone("lib/db/generated/stamp", [...schema, "package-lock.json"], async () => {
    await step(
      "Generating the database client",
      process.execPath,
      [inRoot("node_modules/prisma/build/index.js"), "generate", "--no-hints"],
      {
        env: {
          PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
          // Prisma starts its generators by name.
          PATH: [inRoot("node_modules/.bin"), process.env.PATH].join(path.delimiter),
          CHECKPOINT_DISABLE: "1",
          PRISMA_HIDE_UPDATE_MESSAGE: "1",
        },
      },
    );
  });
}

export const programSources = [
  ...["serve", "prepare", "work"].map((name) => `server/${name}.ts`),
  ...["demo", "demo-cluster", "demo-pair"].map((name) => `tools/demo/${name}.ts`),
];
export const commandSources = ["server/commands/shop.ts"];
/** A program of its own in one file: shops serve it to the programmers of other sites, and a release has it as a command. */
const judge = "tools/conformance/conformance.mjs";

/** The programs that start the shop; a tenth of a second's work. */
export const bundlePrograms = (others = []) => bundle([...others, ...programSources], "build");

/** For a worker: a shop may be running from the same folder, so nothing is taken away. */
export const ensureWorker = () => unlessDone("build/stamp", programs, () => bundlePrograms());

async function bundle(sources, outdir, { splitting = true } = {}) {
  await ensurePackages();
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(sources.map((file) => [path.parse(file).name, file])),
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    // A route is loaded when it is first asked for.
    splitting,
    chunkNames: "chunks/[name]-[hash]",
    target: "node20",
    packages: "external",
    sourcemap: "linked",
    logLevel: "warning",
  });
}

/** Places of everything that is bundled into a program or a command: a change of it makes them anew. */
export const programs = [
  ...schema,
  "app/api",
  "app/metrics",
  "lib",
  "messages",
  "prisma",
  "scripts",
  "server",
  "tools",
  "package.json",
  "package-lock.json",
];
/** The same for the pages. */
export const pages = [
  ...schema,
  "app",
  "components",
  "lib",
  "messages",
  "public",
  "prisma",
  "instrumentation.ts",
  "proxy.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

/** Once and as small as it gets, instead of for every visitor; server/pages/packed-files.ts serves them. */
async function packFiles(folder) {
  const pack = promisify(brotliCompress);
  const files = [...filesIn(folder)].filter((file) => /\.(js|css|svg)$/.test(file));
  await Promise.all(files.map(async (file) => writeFileSync(`${file}.br`, await pack(readFileSync(file)))));
}

/** @throws where a build would not end */
export function requireBuildMemory() {
  const short = shortMemory(freeMegabytes());
  if (short?.isHopeless) throw new StopError(short.text);
  if (short && !isSilent) console.log(short.text);
}

export async function ensureBuild() {
  // Next empties its folder when it builds, so a build by hand takes the stamp with it.
  await unlessDone(".next/keyshelf-stamp", pages, async () => {
    requireBuildMemory();
    await ensurePackages();
    await step("Building the shop", process.execPath, [inRoot("node_modules/next/dist/bin/next"), "build"], {
      env: {
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        // The same on every host that builds these sources: with another id a browser reloads the whole page.
        KEYSHELF_BUILD_ID: fingerprint(pages, "").slice(0, 20),
      },
    });
    await packFiles(inRoot(".next/static"));
  });
  await unlessDone("build/stamp", programs, async () => {
    rmSync(inRoot("build"), { recursive: true, force: true });
    await bundlePrograms();
  });
  await ensureCommands();
}

/** Builds the commands of `npm run shop`, apart from the programs: they may be made anew beside a running shop. */
export async function ensureCommands() {
  await unlessDone("build/commands/stamp", programs, async () => {
    await bundle(commandSources, "build/commands");
    await bundle([judge], "build/commands", { splitting: false });
  });
}

/** Folder that `npm run prepare-update` makes beside the running version. */
const updateFolder = ".update";
const preparedStamp = ".prepared";
/** Everything that an installation has and its sources have not. */
const made = ["node_modules", "lib/db/generated", ".next", "build"];
const sources = () => fingerprint([...pages, "scripts", "server", "tools", "package.json"]);

export const updateTreeOf = (installation) => path.join(installation, updateFolder, "tree");
const updateTree = updateTreeOf(root);
export const notePrepared = () => writeFileSync(inRoot(preparedStamp), sources());

/**
 * When just these sources were installed and built in the update folder, takes packages and build from there: a few
 * renames in place of minutes. What was there before goes, in the background.
 */
export function takePrepared() {
  const stamp = path.join(updateTree, preparedStamp);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== sources()) return false;
  const former = inRoot(updateFolder, "former");
  rmSync(former, { recursive: true, force: true });
  rmSync(stamp);
  for (const place of made) {
    const from = path.join(updateTree, place);
    if (!existsSync(from)) continue;
    mkdirSync(path.dirname(path.join(former, place)), { recursive: true });
    if (existsSync(inRoot(place))) renameSync(inRoot(place), path.join(former, place));
    renameSync(from, inRoot(place));
  }
  rm(inRoot(updateFolder), { recursive: true, force: true }).catch(() => {});
  console.log("Took the packages and the build that npm run prepare-update made.");
  return true;
}
