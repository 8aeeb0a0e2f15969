import type { ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import pg from "pg";
import { type Binaries, placeBinaries } from "./binaries";
import { EmbeddedError, fileProblem } from "./embedded-error";
import { databaseUser, initialiseCluster, setPassword } from "./initialise";
import { findPlace, type Place } from "./place";
import { readPostmaster, run, startServer } from "./processes";
import { withStartLock } from "./start-lock";

export interface EmbeddedOptions {
  dataDir: string;
  /** What to do when the server ends without having been asked to. */
  onCrash?: (error: EmbeddedError) => void;
  /** Further server settings; tests switch off what only matters when the power fails. */
  settings?: Record<string, string>;
}

export interface EmbeddedDatabase {
  url: string;
  pid: number;
  cluster: string;
  stop(): Promise<void>;
}

const databaseName = "keyshelf";
/** Held for as long as a Keyshelf lives; when it is killed, its connection ends and the lock with it. */
const ownerLock = "hashtext('keyshelf-owner')";
const patience = 60_000;

/** Sized for a small shop on a small machine: everything together stays under 450 MB. */
const settings: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  superuser_reserved_connections: "3",
  shared_buffers: "32MB",
  work_mem: "4MB",
  maintenance_work_mem: "32MB",
  wal_buffers: "2MB",
  max_wal_size: "512MB",
  wal_level: "minimal",
  max_wal_senders: "0",
  wal_compression: "on",
  max_worker_processes: "2",
  max_parallel_workers_per_gather: "0",
  max_logical_replication_workers: "0",
  autovacuum_max_workers: "1",
  autovacuum_worker_slots: "1",
  io_method: "sync",
  jit: "off",
  huge_pages: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // A failing statement carries buyers' addresses and its detail carries keys: neither goes into a file.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

const addressOf = (place: Place, port: number, database: string) =>
  `postgresql://${databaseUser}:${place.password}@127.0.0.1:${port}/${database}`;

async function connect(place: Place, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: addressOf(place, port, "postgres"),
    application_name: `keyshelf-owner:${process.pid}`,
    connectionTimeoutMillis: 5000,
  });
  // The end of the server is noticed at its process; without a listener this event would end ours.
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function takeOwnership(client: pg.Client): Promise<{ taken: boolean; holder: string }> {
  const lock = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${ownerLock}) AS taken`);
  if (lock.rows[0]?.taken) return { taken: true, holder: "" };
  const owner = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.objid = (${ownerLock}::bigint & 4294967295)::oid LIMIT 1`,
  );
  return { taken: false, holder: owner.rows[0]?.name.replace("keyshelf-owner:", "") ?? "" };
}

/** A server that is still there belongs to a living Keyshelf, or to a killed one and is then shut down in order. */
async function settleFormerServer(binaries: Binaries, place: Place): Promise<void> {
  const former = readPostmaster(place.cluster);
  if (!former) return;
  if (!former.isOurs) {
    rmSync(path.join(place.cluster, "postmaster.pid"), { force: true });
    return;
  }
  if (!place.isNew) {
    const client = await connectWithin(place, former.port, () => readPostmaster(place.cluster) !== null);
    if (client) {
      const { taken, holder } = await takeOwnership(client);
      await client.end();
      if (!taken) {
        const who = holder ? ` (process ${holder})` : "";
        throw new EmbeddedError(
          `Another Keyshelf${who} already runs on the data folder ${place.dataDir}. Stop it first, or give this one ` +
            "a data_dir of its own.",
        );
      }
    }
  }
  await shutDown(binaries, place);
}

async function connectWithin(place: Place, port: number, isUp: () => boolean): Promise<pg.Client | null> {
  const end = Date.now() + patience;
  while (isUp()) {
    try {
      return await connect(place, port);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === "28P01") {
        throw new EmbeddedError(
          `The password in ${path.join(place.dataDir, "database.json")} does not open the database in ${place.cluster}. ` +
            "Restore that file from a copy, or delete it while no Keyshelf is running.",
        );
      }
      if (Date.now() > end) {
        throw new EmbeddedError(
          `The embedded database in ${place.cluster} does not answer. Its log is ${logOf(place)}.`,
        );
      }
      await wait(25);
    }
  }
  return null;
}

const logOf = (place: Place) => `${place.cluster}.log`;

async function shutDown(binaries: Binaries, place: Place): Promise<void> {
  const stop = (mode: string) =>
    run(binaries.pgCtl, ["stop", "-D", place.cluster, "-m", mode, "-w", "-t", "45"], {
      account: place.account,
      cwd: place.cluster,
    });
  const { code } = await stop("fast");
  if (code !== 0 && readPostmaster(place.cluster)?.isOurs) await stop("immediate");
}

function startProblem(place: Place, logStart: number): EmbeddedError {
  const log = readFileSync(logOf(place)).subarray(logStart).toString("utf8");
  if (/No space left on device|Disk quota/i.test(log)) {
    return new EmbeddedError(
      `The disk that holds ${place.cluster} is full. Free some space and start again; nothing is lost.`,
    );
  }
  const reason = log.match(/^.*(FATAL|PANIC):\s*(.*)$/m)?.[2] ?? "it ended at once";
  return new EmbeddedError(`The embedded database did not start: ${reason} Its log is ${logOf(place)}.`);
}

function openLog(place: Place): { descriptor: number; start: number } {
  const file = logOf(place);
  if (existsSync(file) && statSync(file).size > 5_000_000) truncateSync(file);
  const descriptor = openSync(file, "a", 0o600);
  return { descriptor, start: statSync(file).size };
}

async function launch(binaries: Binaries, place: Place, options: EmbeddedOptions) {
  const port = await freePort();
  const { descriptor, start } = openLog(place);
  const all = { ...settings, ...options.settings, port: String(port) };
  const args = [
    "-D",
    place.cluster,
    ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const child = startServer(binaries.postgres, args, {
    account: place.account,
    cwd: place.cluster,
    log: descriptor,
  });
  closeSync(descriptor);
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => {
      hasEnded = true;
      resolve();
    });
    child.once("error", () => {
      hasEnded = true;
      resolve();
    });
  });
  const owner = await connectWithin(place, port, () => !hasEnded);
  if (!owner) throw startProblem(place, start);
  return { port, child, owner, ended };
}

/** Starts the PostgreSQL of this data folder. @throws EmbeddedError, one sentence, when it cannot be */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    return await withStartLock(options.dataDir, () => startAlone(options));
  } catch (error) {
    throw fileProblem(error, options.dataDir);
  }
}

async function startAlone(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const place = await findPlace(options.dataDir);
  const binaries = await placeBinaries(place.shelf);
  const hasLostPassword = place.isNew && existsSync(path.join(place.cluster, "PG_VERSION"));
  await initialiseCluster(binaries, place);
  await settleFormerServer(binaries, place);
  if (hasLostPassword) await setPassword(binaries, place);
  return serve(binaries, place, options);
}

async function serve(binaries: Binaries, place: Place, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { port, child, owner, ended } = await launch(binaries, place, options);
  await takeOwnership(owner);
  const exists = await owner.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName]);
  if (exists.rowCount === 0) await owner.query(`CREATE DATABASE ${databaseName}`);

  let stopping: Promise<void> | undefined;
  void ended.then(() => {
    if (!stopping)
      options.onCrash?.(
        new EmbeddedError(`The embedded database ended unexpectedly. Its log is ${logOf(place)}.`),
      );
  });
  return {
    url: addressOf(place, port, databaseName),
    pid: child.pid ?? 0,
    cluster: place.cluster,
    stop: () => {
      stopping ??= stopServer(child, owner, () => shutDown(binaries, place), ended);
      return stopping;
    },
  };
}

async function stopServer(
  child: ChildProcess,
  owner: pg.Client,
  shutDownNow: () => Promise<void>,
  ended: Promise<void>,
) {
  await owner.end().catch(() => {});
  // A signal is the quick way; Windows has none and asks pg_ctl.
  if (process.platform !== "win32") child.kill("SIGINT");
  const lastResort = setTimeout(() => void shutDownNow(), 20_000);
  await ended;
  clearTimeout(lastResort);
}
