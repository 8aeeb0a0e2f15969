import type { FileHandle } from "node:fs/promises";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { codeOf } from "../../core/process/thrown";
import type { Binaries } from "./binaries";
import { EmbeddedError } from "./embedded-error";
import { databaseUser } from "./initialise";
import { lockFileWithin } from "./kernel-lock";
import type { Place } from "./place";
import { findServer, run } from "./processes";
import { notWhole } from "./server-problem";

const patience = 60_000;
/** A container that was killed takes its processes with it, one after the other. */
const endMs = 10_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** `host` is a name, or the folder of the server's socket. */
export const addressOf = (
  { password }: Pick<Place, "password">,
  port: number,
  database: string,
  host = "127.0.0.1",
) => `postgresql://${databaseUser}:${password}@${encodeURIComponent(host)}:${port}/${database}`;

export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** @throws EmbeddedError when the database's files are missing */
export async function connect(place: Place, port: number, database = "postgres"): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: addressOf(place, port, database),
    application_name: "keyshelf-start",
    connectionTimeoutMillis: 5000,
  });
  // The end of the server is noticed at its process; without a listener this event would end ours.
  client.on("error", () => {});
  await client.connect().catch((error: pg.DatabaseError) => {
    const isMissing = error.code === "3D000";
    throw isMissing ? notWhole(place.cluster, error.detail ?? error.message) : error;
  });
  return client;
}

/** `null` as soon as `portNow` says that the server is gone. */
export async function connectWithin(place: Place, portNow: () => number | null): Promise<pg.Client | null> {
  const end = Date.now() + patience;
  for (let port = portNow(); port !== null; port = portNow()) {
    try {
      return await connect(place, port);
    } catch (error) {
      const code = codeOf(error);
      if (code === "28P01") {
        throw new EmbeddedError(
          `The password in ${path.join(place.dataDir, "database.json")} does not open the database in ${place.cluster}. ` +
            "Restore that file from a copy, or delete it while no Keyshelf is running.",
        );
      }
      if (error instanceof EmbeddedError) throw error;
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

export const logOf = (place: Place) => `${place.cluster}.log`;

export async function shutDown(binaries: Binaries, place: Place): Promise<void> {
  const stop = (mode: string) =>
    run(binaries.pgCtl, ["stop", "-D", place.cluster, "-m", mode, "-w", "-t", "45"], {
      account: place.account,
      cwd: place.cluster,
    });
  const { code } = await stop("fast");
  if (code !== 0 && findServer(place.cluster)) await stop("immediate");
}

/** The server and its processes inherit this lock of a file that stands in every cluster: it is free when all are gone. */
export const serverLockOf = (cluster: string) => path.join(cluster, "PG_VERSION");

/**
 * For the holder of the data folder: what still serves there belongs to a killed Keyshelf and is shut down in order. Returns the
 * lock that the next server inherits. @throws EmbeddedError when a server is left that this process cannot see
 */
export async function endFormerServer(binaries: Binaries, place: Place): Promise<FileHandle> {
  if (findServer(place.cluster)) await shutDown(binaries, place);
  const lock = await lockFileWithin(serverLockOf(place.cluster), endMs);
  if (!lock) {
    throw new EmbeddedError(
      `A PostgreSQL of a Keyshelf that was killed still serves ${place.cluster}, in another container or as another ` +
        "user's process. End it or its container, and start again; nothing is lost.",
    );
  }
  // PostgreSQL asks whether the numbers in these files live, and in a container they belong to others.
  for (const name of await readdir(place.cluster))
    if (name === "postmaster.pid" || name.startsWith(".s.PGSQL."))
      await rm(path.join(place.cluster, name), { force: true });
  return lock;
}
