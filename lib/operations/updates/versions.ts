import { existsSync } from "node:fs";
import { readdir, readFile, readlink, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { problem } from "../../core/refusals/refusal";
import { UpdateError } from "./signed-sums";
import { versionPattern } from "./state";

/** `current` is what the service runs, `updater` what updates it: a new version does that only once it was ready. */
const links = ["current", "updater"] as const;

/** A folder of versions beside each other, `<root>/versions/<version>`, that belongs to another user than the shop's. */
export interface Versions {
  root: string;
  /** Version of this process. */
  own: string;
  folderOf(version: string): string;
  /** Folder of the updater: state, lock, downloads. */
  work: string;
}

/** Where this program lies, if it lies in a folder of versions. @param program folder with package.json of what runs */
export function findVersions(program = process.cwd()): Versions | null {
  const folder = path.dirname(program);
  const all = path.dirname(folder);
  const own = path.basename(folder);
  const root = path.dirname(all);
  if (path.basename(program) !== "app" || path.basename(all) !== "versions" || !versionPattern.test(own))
    return null;
  if (!existsSync(/* turbopackIgnore: true */ path.join(root, "current"))) return null;
  return {
    root,
    own,
    folderOf: (version) => path.join(/* turbopackIgnore: true */ all, version),
    work: path.join(/* turbopackIgnore: true */ root, "update"),
  };
}

/** @throws UpdateError where the program lies elsewhere */
export function requireVersions(): Versions {
  const versions = findVersions();
  if (!versions) throw new UpdateError(problem("update_not_apart"));
  return versions;
}

/** Version that the service starts. */
export const currentOf = async ({ root }: Versions): Promise<string> =>
  path.basename(await readlink(path.join(root, "current")));

/** Leads a link to another version: at every moment it leads to one of the two. */
export async function leadTo(
  { root }: Versions,
  version: string,
  names: readonly (typeof links)[number][],
): Promise<void> {
  for (const name of names) {
    const made = path.join(root, `.${name}-${process.pid}`);
    await rm(made, { force: true });
    await symlink(`versions/${version}`, made);
    await rename(made, path.join(root, name));
  }
}

/** Where a version is unpacked; it moves to its place whole. */
export const incomingOf = ({ folderOf }: Versions): string => folderOf(".incoming");

/** Removes what was unpacked for nothing. */
export async function dropIncoming(versions: Versions, version: string | null): Promise<void> {
  const folders = [incomingOf(versions), ...(version === null ? [] : [versions.folderOf(version)])];
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

/** Removes all versions but these, and what an unpacking that was killed left. */
export async function keepOnly({ folderOf }: Versions, kept: readonly string[]): Promise<void> {
  const all = folderOf(".");
  for (const name of await readdir(all))
    if (!kept.includes(name)) await rm(path.join(all, name), { recursive: true, force: true });
}

const releaseShape = z.object({ version: z.string(), system: z.string() });

/** Note that every release carries: its version, and the system that it is for. */
export const readRelease = async (folder: string): Promise<z.output<typeof releaseShape>> =>
  releaseShape.parse(JSON.parse(await readFile(path.join(folder, "release.json"), "utf8")));

/** Part of an archive's name after the version: the new version comes for the same system, with Node if this one has it. */
export async function archiveOf(versions: Versions, version: string): Promise<string> {
  const folder = versions.folderOf(await currentOf(versions));
  const { system } = await readRelease(folder);
  const suffix = existsSync(path.join(folder, "node/bin/node")) ? "-with-node" : "";
  return `keyshelf-${version}-${system}${suffix}.tar.gz`;
}
