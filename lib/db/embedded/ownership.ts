import { rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { Binaries } from "./binaries";
import { EmbeddedError } from "./embedded-error";
import { holderOf } from "./folder-guard";
import { databaseUser } from "./initialise";
import type { Place } from "./place";
import { isAlive, readPostmaster, run } from "./processes";
import { notWhole } from "./server-problem";

/** Held for as long as a Keyshelf lives; when it is killed, its connection ends and the lock with it. */
const ownerLock = "hashtext('keyshelf-owner')";
const patience = 60_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export const addressOf = (place: Pick<Place, "password">, port: number, database: string) =>
  `postgresql://${databaseUser}:${place.password}@127.0.0.1:${port}/${database}`;

/** @throws EmbeddedError when the database's files are missing */
export async function connect(place: Place, port: number, database = "postgres"): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: addressOf(place, port, database),
    application_name: `keyshelf-owner:${process.pid}`,
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

export async function takeOwnership(client: pg.Client): Promise<{ taken: boolean; holder: string }> {
  const lock = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${ownerLock}) AS taken`);
  if (lock.rows[0]?.taken) return { taken: true, holder: "" };
  const owner = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.objid = (${ownerLock}::bigint & 4294967295)::oid LIMIT 1`,
  );
  return { taken: false, holder: owner.rows[0]?.name.replace("keyshelf-owner:", "") ?? "" };
}

export interface Ownership {
  end(): Promise<void>;
}

/** Takes the lock and takes it again whenever its connection breaks, as when the server restarts after a crash of its own. */
export async function own(place: Place, port: number, first: pg.Client): Promise<Ownership> {
  let client = first;
  let isOver = false;
  let isTaking = false;
  async function take(): Promise<void> {
    client.once("end", () => void takeAgain());
    while (!isOver && !(await takeOwnership(client)).taken) await wait(100);
  }
  async function takeAgain(): Promise<void> {
    if (isTaking) return;
    isTaking = true;
    for (let isTaken = false; !isOver && !isTaken; ) {
      await wait(100);
      try {
        client = await connect(place, port);
        await take();
        isTaken = true;
      } catch {
        // The server is still starting, or is ending for good: then its process tells.
      }
    }
    isTaking = false;
  }
  await take();
  return {
    async end() {
      isOver = true;
      await client.end().catch(() => {});
    },
  };
}

/** `null` as soon as `portNow` says that the server is gone. */
export async function connectWithin(place: Place, portNow: () => number | null): Promise<pg.Client | null> {
  const end = Date.now() + patience;
  for (let port = portNow(); port !== null; port = portNow()) {
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
  if (code !== 0 && readPostmaster(place.cluster)?.isOurs) await stop("immediate");
}

const isTaken = (place: Place, holder: string | number) =>
  new EmbeddedError(
    `Another Keyshelf (process ${holder}) already runs on the data folder ${place.dataDir}. Stop it first, or give ` +
      "this one a data_dir of its own.",
  );

/** Returns when the former owner is gone for good. @throws EmbeddedError when it is alive */
async function outliveOwner(client: pg.Client, place: Place): Promise<void> {
  for (;;) {
    const { taken, holder } = await takeOwnership(client);
    if (taken) return;
    if (holder && isAlive(Number(holder))) throw isTaken(place, holder);
    // It was killed in the middle of a statement, and the server finishes that before it looks at the connection.
    await wait(50);
  }
}

/** A server that is still there belongs to a living Keyshelf, or to a killed one and is then shut down in order. */
export async function settleFormerServer(binaries: Binaries, place: Place): Promise<void> {
  const holder = holderOf(place.dataDir);
  if (holder !== null) throw isTaken(place, holder);
  const former = readPostmaster(place.cluster);
  if (!former) return;
  if (!former.isOurs) {
    rmSync(path.join(place.cluster, "postmaster.pid"), { force: true });
    return;
  }
  if (!place.isNew) {
    const client = await connectWithin(place, () => readPostmaster(place.cluster)?.port ?? null);
    if (client) await outliveOwner(client, place).finally(() => client.end());
  }
  await shutDown(binaries, place);
}
