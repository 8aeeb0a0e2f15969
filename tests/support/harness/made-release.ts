import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import manifest from "@/package.json" with { type: "json" };
import { ensureBuild, ensureClient, fingerprint, pages, programs } from "../../../scripts/bootstrap.mjs";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../../..");

export const stem = `keyshelf-${manifest.version}`;
export const system = `linux-${process.arch}`;

/** Makes a release of this checkout in `dist`. */
export async function makeRelease(dist: string): Promise<void> {
  await ensureClient();
  await ensureBuild();
  await run(process.execPath, ["--import", "tsx", "tools/release/main.ts", "--to", dist], {
    cwd: root,
    maxBuffer: 64 * 1024 ** 2,
  });
}

/** Folder with the archives and the package of this checkout: made once, and kept for every test that tries them. */
export async function theRelease(): Promise<string> {
  const places = [...new Set([...pages, ...programs, "bin", "deploy", "docs", "config.example.yaml"])];
  const { stdout: commit } = await run("git", ["rev-parse", "HEAD"], { cwd: root });
  const key = createHash("sha256").update(commit).update(fingerprint(places)).digest("hex").slice(0, 16);
  const shelf = path.join(root, ".cache/test-release");
  const dist = path.join(shelf, key);
  if (!existsSync(path.join(dist, `${stem}.sha256`))) {
    await rm(shelf, { recursive: true, force: true });
    await mkdir(shelf, { recursive: true });
    const draft = await mkdtemp(path.join(shelf, "draft-"));
    await makeRelease(draft);
    await rename(draft, dist);
  }
  return dist;
}

const folders: string[] = [];

/** A new folder, which `removeFolders` takes away. */
export async function aFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `keyshelf-${name}-`));
  folders.push(folder);
  return folder;
}

export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** The archive of this system, unpacked. @returns the folder in it */
export async function unpacked(into: string, of = `${system}-with-node`): Promise<string> {
  const archive = path.join(await theRelease(), `${stem}-${of}.tar.gz`);
  await run("tar", ["-xzf", archive, "-C", into, "--no-same-owner"]);
  return path.join(into, `${stem}-${of.replace("-with-node", "")}`);
}
