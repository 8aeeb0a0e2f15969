import { chmod, cp, link, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Component, cycloneDx, licenceText } from "./components";
import { leftToNpm, machinePackages, targets } from "./targets";

export interface Release {
  version: string;
  commit: string;
  root: string;
}

/** Puts the files of one folder into another without a second copy of their bytes. */
export async function linkInto(
  from: string,
  to: string,
  isWanted: (file: string) => boolean = () => true,
): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.relative(from, path.join(entry.parentPath, entry.name));
    if (!isWanted(file)) continue;
    await mkdir(path.dirname(path.join(to, file)), { recursive: true });
    await link(path.join(from, file), path.join(to, file));
  }
}

/** Finds Node, the one that came along before any other, and runs the program with what is typed. */
export const starter = `#!/bin/sh
# keyshelf start opens the shop of the folder in which you are; keyshelf --help names the other commands.
here=$(dirname "$(readlink -f "$0")")
if [ ! -e /lib64/ld-linux-x86-64.so.2 ] && [ ! -e /lib/ld-linux-aarch64.so.1 ]; then
  echo "Keyshelf needs a Linux with glibc 2.28 or newer (Debian, Ubuntu, Rocky, openSUSE); this one has another C library." >&2
  exit 1
fi
node="$here/../node/bin/node"
if [ ! -x "$node" ]; then
  node=node
  if ! command -v node >/dev/null 2>&1; then
    echo "Keyshelf needs Node 20.19 or newer, and there is no node here. The archive -with-node brings it along." >&2
    exit 1
  fi
fi
# With a pool of freed memory for each thread, 40 MB more stay taken after a day's pages.
export MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX:-2}"
exec "$node" --max-semi-space-size=16 "$here/../app/bin/keyshelf.mjs" "$@"
`;

const beside = ["LICENSE", "CHANGELOG.md", "config.example.yaml", "deploy", "docs/operations.md"];

/** Files that stand beside the program: how to begin, what is in it, under which licences. */
async function writeBeside(
  folder: string,
  { root, version, commit }: Release,
  system: string,
  components: readonly Component[],
) {
  for (const name of beside)
    await cp(path.join(root, name), path.join(folder, path.basename(name)), { recursive: true });
  await cp(path.join(root, "tools/release/README-of-archive.md"), path.join(folder, "README.md"));
  await writeFile(path.join(folder, "THIRD-PARTY-LICENCES.txt"), licenceText(components));
  await writeFile(path.join(folder, "components.cdx.json"), cycloneDx(version, components));
  await writeFile(
    path.join(folder, "release.json"),
    `${JSON.stringify({ version, commit, system }, null, 2)}\n`,
  );
}

interface ArchiveParts {
  common: string;
  machineCode: string;
  /** Folder of the package with Node, for the archive that brings it. */
  node?: string;
  components: readonly Component[];
}

export async function composeArchive(
  folder: string,
  release: Release,
  system: string,
  parts: ArchiveParts,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await linkInto(parts.common, path.join(folder, "app"));
  await linkInto(parts.machineCode, path.join(folder, "app"));
  await mkdir(path.join(folder, "bin"), { recursive: true });
  const program = path.join(folder, "bin/keyshelf");
  await writeFile(program, starter);
  await chmod(program, 0o755);
  if (parts.node) {
    await cp(path.join(parts.node, "bin/node"), path.join(folder, "node/bin/node"));
    await cp(path.join(parts.node, "LICENSE"), path.join(folder, "node/LICENSE"));
  }
  await writeBeside(folder, release, system, parts.components);
}

const isLeftToNpm = new Set([...leftToNpm, ...targets.flatMap(machinePackages)]);

export const manifestOfPackage = ({
  version,
  dependencies,
  engines,
  description,
  license,
}: Manifest): Record<string, unknown> => ({
  name: "keyshelf",
  version,
  description,
  license,
  engines,
  bin: { keyshelf: "app/bin/keyshelf.mjs" },
  dependencies: Object.fromEntries(leftToNpm.map((name) => [name, dependencies[name]])),
});

export interface Manifest {
  version: string;
  description: string;
  license: string;
  engines: { node: string };
  dependencies: Record<string, string>;
}

/** The folder of which npm makes its package: `node_modules` lies below the program, where npm neither looks nor installs. */
export async function composePackage(
  folder: string,
  release: Release,
  common: string,
  components: readonly Component[],
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const packageOf = (file: string) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? "";
  await linkInto(common, path.join(folder, "app"), (file) => !isLeftToNpm.has(packageOf(file)));
  const manifest = JSON.parse(await readFile(path.join(release.root, "package.json"), "utf8")) as Manifest;
  await writeFile(
    path.join(folder, "package.json"),
    `${JSON.stringify(manifestOfPackage(manifest), null, 2)}\n`,
  );
  await writeBeside(folder, release, "npm", components);
}
