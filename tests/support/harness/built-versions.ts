import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { version as builtVersion } from "@/lib/config/version";
import { servedFiles } from "@/lib/content/guide/guide-pages";
import { sha256Of, signSums, writeSums } from "@/lib/operations/updates/signed-sums";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../../..");
const system = `linux-${process.arch}`;
/** Parts of a build that do not run, as tools/release leaves them out. */
const notRun = /\.(map|nft\.json|br)$|\.next\/(cache|dev|diagnostics|types|trace)/;

const starter = `#!/bin/sh
exec node --max-semi-space-size=16 "$(dirname "$(readlink -f "$0")")/../app/bin/keyshelf.mjs" "$@"
`;

async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(mjs|js|json)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Names the version anew where a bundler has put package.json in: as its member, or as the one value that a module exports. */
async function renumber(folder: string, version: string): Promise<void> {
  const number = builtVersion.replaceAll(".", "\\.");
  const pattern = new RegExp(
    `(version\\\\?["']?\\s*[:=]\\s*\\\\?["']|\\.s\\(\\["\\w+",0,")${number}(?=\\\\?["'])`,
    "g",
  );
  for (const place of ["build", ".next/server"])
    for (const file of await textsIn(path.join(folder, "app", place))) {
      const text = await readFile(file, "utf8");
      if (text.includes(builtVersion))
        await writeFile(
          file,
          text.replaceAll(pattern, (_, before: string) => before + version),
        );
    }
}

export interface Fault {
  /** Throws in place of opening. */
  crashes?: boolean;
  /** A migration that fails on every database. */
  migration?: string;
}

/**
 * The finished build of this clone in the folders of a release, under another number. Packages stay where they are, behind a link:
 * tests/e2e/release.test.ts tries a release that brings them. Buyers and gateway of the test go on meanwhile.
 */
export async function makeVersion(
  folder: string,
  version: string,
  { crashes, migration }: Fault = {},
): Promise<void> {
  const app = path.join(folder, "app");
  await mkdir(path.join(folder, "bin"), { recursive: true });
  const take = (name: string) =>
    cp(path.join(root, name), path.join(app, name), {
      recursive: true,
      filter: (file) => !notRun.test(file),
    });
  for (const name of [
    "bin",
    "scripts/program.mjs",
    "build",
    ".next",
    "public",
    "prisma/migrations",
    ...servedFiles,
  ])
    await take(name);
  await symlink(path.join(root, "node_modules"), path.join(app, "node_modules"));
  await writeFile(
    path.join(app, "package.json"),
    JSON.stringify({ name: "keyshelf", version, type: "module" }),
  );
  await writeFile(path.join(folder, "release.json"), JSON.stringify({ version, commit: "0", system }));
  await writeFile(path.join(folder, "bin/keyshelf"), starter, { mode: 0o755 });
  await renumber(folder, version);
  if (crashes)
    await writeFile(
      path.join(app, "build/serve.mjs"),
      'export async function serve() { throw new Error("It does not start."); }\n',
    );
  if (migration) {
    const place = path.join(app, "prisma/migrations/9000_of_a_test");
    await mkdir(place);
    await writeFile(path.join(place, "migration.sql"), migration);
  }
}

/** Packs such a version and signs it, beside a list of releases with it alone. */
export async function publishVersion(
  folder: string,
  version: string,
  fault: Fault,
  { key, feedKey }: { key: string; feedKey: string },
): Promise<number> {
  const release = `keyshelf-${version}`;
  const name = `${release}-${system}.tar.gz`;
  const work = await mkdtemp(path.join(os.tmpdir(), "keyshelf-pack-"));
  await makeVersion(path.join(work, `${release}-${system}`), version, fault);
  await run("sh", [
    "-c",
    `tar -c -C '${work}' '${release}-${system}' | gzip -1 > '${path.join(folder, name)}'`,
  ]);
  await rm(work, { recursive: true });
  const sums = writeSums(release, new Map([[name, await sha256Of(path.join(folder, name))]]));
  await writeFile(path.join(folder, `${release}.sha256`), sums);
  await writeFile(path.join(folder, `${release}.sha256.sig`), signSums(sums, key));
  const feed = JSON.stringify({ releases: [{ version, date: "2030-01-01", notes: "- It is newer." }] });
  await writeFile(path.join(folder, "feed.json"), feed);
  await writeFile(path.join(folder, "feed.json.sig"), signSums(feed, feedKey));
  return (await stat(path.join(folder, name))).size;
}
