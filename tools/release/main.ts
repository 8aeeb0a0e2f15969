// `npm run release`: makes the archives and the npm package of the commit that is checked out, in dist/.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { sha256Of, signSums, writeSums } from "../../lib/operations/updates/signed-sums";
import { findForbidden, type LockedPackages } from "../docs/licence-list";
import { auditPackages } from "./audit";
import { commonPlaces, machineComponents, readComponents } from "./components";
import { composeArchive, composePackage } from "./compose";
import { notesOf, withRelease } from "./feed";
import { fetchMachineCode, type Lock, programOfNode, run } from "./machine-code";
import { measure, pack } from "./pack";
import { requireNoted, type Tree } from "./packages";
import { requireKnownMachineCode, stageCommon, stageMachineCode } from "./stage";
import { bounds, targets } from "./targets";
import { traceProgram } from "./trace";

const root = process.cwd();
const { values } = parseArgs({
  options: {
    sign: { type: "string" },
    feed: { type: "string" },
    "note-packages": { type: "boolean" },
    unaudited: { type: "boolean" },
    to: { type: "string", default: "dist" },
  },
});
const dist = path.resolve(root, values.to);
const work = path.join(root, ".cache/release");

const say = (text: string) => console.log(text);
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
const readJson = async <T>(file: string) => JSON.parse(await readFile(path.join(root, file), "utf8")) as T;

const git = async (...args: string[]) => (await run("git", args, root)).trim();
const commit = await git("rev-parse", "HEAD");
const seconds = Number(await git("log", "-1", "--format=%ct"));
const manifest = await readJson<{ version: string; type: string }>("package.json");
const { packages: lock } = await readJson<{ packages: Lock & Tree & LockedPackages }>("package-lock.json");
const { version } = manifest;
const release = { version, commit, root };
const stem = `keyshelf-${version}`;
const sums = new Map<string, string>();

async function packOne(folder: string, name: string, mostPacked: number): Promise<void> {
  const archive = path.join(dist, name);
  await pack(folder, archive, seconds);
  const { size } = await stat(archive);
  const { bytes, files } = await measure(folder);
  sums.set(name, await sha256Of(archive));
  say(`${name}: ${megabytes(size)} packed, ${megabytes(bytes)} in ${files} files`);
  if (size > mostPacked) throw new Error(`${name} is larger than ${megabytes(mostPacked)}.`);
}

/** Tells the shops whose update source it is; its file is put where they ask. */
async function addToFeed(file: string, key: string): Promise<void> {
  const notes = notesOf(await readFile(path.join(root, "CHANGELOG.md"), "utf8"), version);
  const date = new Date(seconds * 1000).toISOString().slice(0, 10);
  const former = existsSync(file) ? await readFile(file, "utf8") : null;
  const feed = withRelease(former, { version, date, notes });
  await writeFile(file, feed);
  await writeFile(`${file}.sig`, `${signSums(feed, key)}\n`);
}

if (values.feed && !values.sign) throw new Error("A list of releases is signed: --sign KEYFILE.");
await rm(work, { recursive: true, force: true });
await mkdir(dist, { recursive: true });

say("Tracing what runs …");
const traced = await traceProgram(root);
requireKnownMachineCode(traced, lock);
const common = path.join(work, "common");
await stageCommon(
  {
    root,
    traced,
    manifest: { name: "keyshelf", version, type: manifest.type, private: true },
    seed: createHash("sha256").update(commit).digest("hex"),
  },
  common,
);
const places = await commonPlaces(root, traced, lock);
if (values["note-packages"])
  await writeFile(path.join(root, "tools/release/packages.json"), `${JSON.stringify(places, null, 2)}\n`);
requireNoted(root, places);
const forbidden = findForbidden(lock);
if (forbidden.length > 0)
  throw new Error(`Licences that nobody has read (tools/docs/licence-list.ts): ${forbidden.join(", ")}.`);
say(
  auditPackages(root, places, {
    isSigned: values.sign !== undefined,
    mayBeUnasked: values.unaudited === true,
  }),
);
const components = await readComponents(root, places);
say(`${components.length} packages of others`);

const npmFolder = path.join(work, "npm/package");
await composePackage(npmFolder, release, common, components);
await packOne(npmFolder, `${stem}.tgz`, bounds.npmPackage);

for (const target of targets) {
  const installed = await fetchMachineCode(target, lock, {
    withNode: true,
    folder: path.join(work, `npm-${target}`),
  });
  const machineCode = path.join(work, `machine-${target}`);
  await stageMachineCode(root, installed, target, machineCode);
  for (const withNode of [false, true]) {
    const system = withNode ? `${target}-with-node` : target;
    const folder = path.join(work, system, `${stem}-${target}`);
    const all = [...components, ...(await machineComponents(installed, target, withNode))];
    const parts = {
      common,
      machineCode,
      components: all,
      ...(withNode ? { node: programOfNode(installed, target) } : {}),
    };
    await composeArchive(folder, release, target, parts);
    const { bytes } = await measure(path.join(folder, "app"));
    if (bytes > bounds.unpacked)
      throw new Error(`${system} has ${megabytes(bytes)} unpacked, above ${megabytes(bounds.unpacked)}.`);
    await packOne(folder, `${stem}-${system}.tar.gz`, withNode ? bounds.packedWithNode : bounds.packed);
  }
}

const text = writeSums(stem, sums);
await writeFile(path.join(dist, `${stem}.sha256`), text);
if (values.sign) {
  const key = await readFile(values.sign, "utf8");
  await writeFile(path.join(dist, `${stem}.sha256.sig`), `${signSums(text, key)}\n`);
  if (values.feed) await addToFeed(values.feed, key);
  say("Signed.");
} else say("Not signed: npm run release -- --sign KEYFILE signs the list of sums.");
say(text);
