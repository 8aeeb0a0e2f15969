import type { ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync, statSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import type pg from "pg";
import { type Binaries, findBinaries } from "./binaries";
import { type EmbeddedError, fileProblem } from "./embedded-error";
import { holdFolder } from "./folder-guard";
import { initialiseCluster, setPassword } from "./initialise";
import {
  addressOf,
  connect,
  connectWithin,
  logOf,
  type Ownership,
  own,
  settleFormerServer,
  shutDown,
} from "./ownership";
import { findPlace, type Place } from "./place";
import { startServer } from "./processes";
import { serverProblem } from "./server-problem";
import { embeddedSettings } from "./settings";
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
  /** Ends the server without a checkpoint: the next start recovers. */
  kill(): void;
}

const databaseName = "keyshelf";
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

async function launch(binaries: Binaries, place: Place, options: EmbeddedOptions) {
  const port = await freePort();
  const { descriptor, start } = openLog(place);
  const all = { ...embeddedSettings(), ...options.settings, port: String(port) };
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
  try {
    const owner = await connectWithin(place, () => (hasEnded ? null : port));
    if (!owner) throw serverProblem(logOf(place), start, place.cluster, "did not start");
    await openShopsDatabase(place, port, owner);
    return { port, child, owner, ended, logStart: start };
  } catch (error) {
    // Nobody would own it.
    if (!hasEnded) child.kill("SIGQUIT");
    await ended;
    throw error;
  }
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
  const binaries = await findBinaries(place.shelf);
  const hasLostPassword = place.isNew && existsSync(path.join(place.cluster, "PG_VERSION"));
  await initialiseCluster(binaries, place);
  await settleFormerServer(binaries, place);
  if (hasLostPassword) await setPassword(binaries, place);
  return serve(binaries, place, options);
}

async function serve(binaries: Binaries, place: Place, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { port, child, owner, ended, logStart } = await launch(binaries, place, options);
  const ownership = await own(place, port, owner);
  const leaveFolder = await holdFolder(place.dataDir);

  let stopping: Promise<void> | undefined;
  void ended.then(() => {
    if (!stopping)
      options.onCrash?.(serverProblem(logOf(place), logStart, place.cluster, "ended unexpectedly"));
  });
  return {
    url: addressOf(place, port, databaseName),
    pid: child.pid ?? 0,
    cluster: place.cluster,
    stop: () => {
      stopping ??= stopServer(child, ownership, () => shutDown(binaries, place), ended).then(leaveFolder);
      return stopping;
    },
    kill: () => void child.kill("SIGQUIT"),
  };
}

async function stopServer(
  child: ChildProcess,
  ownership: Ownership,
  shutDownNow: () => Promise<void>,
  ended: Promise<void>,
) {
  await ownership.end();
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
