import type { ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync, statSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import type pg from "pg";
import { type Binaries, findBinaries } from "./binaries";
import { type EmbeddedError, fileProblem } from "./embedded-error";
import { holdFolder } from "./folder-guard";
import { initialiseCluster, setPassword } from "./initialise";
import { findPlace, type Place } from "./place";
import { startServer } from "./processes";
import { addressOf, connect, connectWithin, endFormerServer, logOf, shutDown } from "./server";
import { serverProblem } from "./server-problem";
import { embeddedSettings } from "./settings";
import { keepsSockets } from "./socket-folder";

export interface EmbeddedOptions {
  dataDir: string;
  /** Called when the server ends without having been asked to. */
  onCrash?: (error: EmbeddedError) => void;
  /** Further server settings; tests switch off what only matters when the power fails. */
  settings?: Record<string, string>;
}

export interface EmbeddedDatabase {
  /** The owner's, for migrations; the shop works as `letShopIn` says. */
  url: string;
  pid: number;
  cluster: string;
  stop(): Promise<void>;
  /** Ends the server without a checkpoint: the next start recovers. */
  kill(): void;
}

export const databaseName = "keyshelf";

/** Servers of this process, for a program that is told to stop in the middle of its work. */
const started = new Set<() => Promise<void>>();

export async function stopEverything(): Promise<void> {
  await Promise.allSettled([...started].map((stop) => stop()));
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

function openLog(place: Place): { descriptor: number; start: number } {
  const file = logOf(place);
  if (existsSync(file) && statSync(file).size > 5_000_000) truncateSync(file);
  const descriptor = openSync(file, "a", 0o600);
  return { descriptor, start: statSync(file).size };
}

/** Makes the shop's database in a new cluster. @throws EmbeddedError when it is there and its files are not */
async function openShopsDatabase(place: Place, port: number, owner: pg.Client): Promise<void> {
  const exists = await owner.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName]);
  if (exists.rowCount === 0) await owner.query(`CREATE DATABASE ${databaseName} STRATEGY FILE_COPY`);
  else await connect(place, port, databaseName).then((client) => client.end());
}

interface Launched {
  port: number;
  child: ChildProcess;
  /** With the signal that ended it. */
  ended: Promise<NodeJS.Signals | null>;
  logStart: number;
}

async function launch(
  binaries: Binaries,
  place: Place,
  options: EmbeddedOptions,
  lock: number,
): Promise<Launched> {
  const port = await freePort();
  // In the cluster itself, which is the server's working directory: the path of a socket is short.
  const sockets = (await keepsSockets(place.cluster)) ? "." : "";
  const { descriptor, start } = openLog(place);
  const all = {
    ...embeddedSettings(),
    unix_socket_directories: sockets,
    ...options.settings,
    port: String(port),
  };
  const args = [
    "-D",
    place.cluster,
    ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const child = startServer(binaries.postgres, args, {
    account: place.account,
    cwd: place.cluster,
    log: descriptor,
    inherited: lock,
  });
  closeSync(descriptor);
  const kill = async () => void child.kill("SIGQUIT");
  started.add(kill);
  let hasEnded = false;
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    const end = (signal: NodeJS.Signals | null) => {
      hasEnded = true;
      resolve(signal);
    };
    child.once("exit", (_, signal) => end(signal));
    child.once("error", () => end(null));
  });
  try {
    const owner = await connectWithin(place, () => (hasEnded ? null : port));
    if (!owner) throw serverProblem(logOf(place), start, place.cluster, "did not start");
    await openShopsDatabase(place, port, owner).finally(() => owner.end());
    return { port, child, ended, logStart: start };
  } catch (error) {
    if (!hasEnded) await kill();
    await ended;
    throw error;
  } finally {
    started.delete(kill);
  }
}

/**
 * Starts the PostgreSQL of this data folder, for as long as this process works on it.
 * @throws EmbeddedError, one sentence, when it cannot be; FolderTakenError when somebody else works on it
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    const place = await findPlace(options.dataDir);
    let tell: (error: EmbeddedError) => void = () => undefined;
    const lost = new Promise<EmbeddedError>((resolve) => (tell = resolve));
    const release = await holdFolder(place.dataDir, { onLost: (error) => tell(error) });
    try {
      const database = await startAlone(place, options, release);
      void lost.then(database.lose);
      return database;
    } catch (error) {
      await release();
      throw error;
    }
  } catch (error) {
    throw fileProblem(error, options.dataDir);
  }
}

async function startAlone(place: Place, options: EmbeddedOptions, release: () => Promise<void>) {
  const binaries = await findBinaries(place.shelf);
  const hasLostPassword = place.isNew && existsSync(path.join(place.cluster, "PG_VERSION"));
  await initialiseCluster(binaries, place, options.settings?.fsync !== "off");
  const lock = await endFormerServer(binaries, place);
  try {
    if (hasLostPassword) await setPassword(binaries, place);
    return serve(binaries, place, options, await launch(binaries, place, options, lock.fd), release);
  } finally {
    // From here on the server has it.
    await lock.close();
  }
}

function serve(
  binaries: Binaries,
  place: Place,
  options: EmbeddedOptions,
  { port, child, ended, logStart }: Launched,
  release: () => Promise<void>,
) {
  let stopping: Promise<void> | undefined;
  let reason: EmbeddedError | undefined;
  const stop = () => {
    stopping ??= stopServer(child, () => shutDown(binaries, place), ended)
      .then(release)
      .finally(() => started.delete(stop));
    return stopping;
  };
  started.add(stop);
  void ended.then((signal) => {
    if (stopping) return;
    options.onCrash?.(
      reason ?? serverProblem(logOf(place), logStart, place.cluster, "ended unexpectedly", signal),
    );
  });
  const kill = () => void child.kill("SIGQUIT");
  return {
    url: addressOf(place, port, databaseName),
    pid: child.pid ?? 0,
    cluster: place.cluster,
    stop,
    kill,
    lose(error: EmbeddedError) {
      reason = error;
      kill();
    },
  };
}

async function stopServer(child: ChildProcess, shutDownNow: () => Promise<void>, ended: Promise<unknown>) {
  // A signal is the quick way; Windows has none and asks pg_ctl.
  if (process.platform !== "win32") child.kill("SIGINT");
  // A server that was just restarting itself may not have heard; the deadline of the whole stop is near.
  const lastResort = setTimeout(() => {
    if (process.platform === "win32") void shutDownNow();
    else child.kill("SIGQUIT");
  }, 20_000);
  await ended;
  clearTimeout(lastResort);
}
