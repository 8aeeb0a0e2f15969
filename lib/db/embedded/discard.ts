import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { lockFileWithin } from "./kernel-lock";
import { parseRemembered } from "./place";
import { findServer } from "./processes";
import { serverLockOf } from "./server";

/** Removes the database of a data folder and, for root, the cluster that it names elsewhere. A server that still runs there is ended. */
export async function discardDatabase(dataDir: string): Promise<void> {
  const file = path.join(dataDir, "database.json");
  const remembered = await readFile(file, "utf8").catch(() => "{}");
  const cluster = parseRemembered(remembered)?.directory ?? path.join(dataDir, "postgres");
  const server = findServer(cluster);
  if (server) {
    process.kill(server, "SIGQUIT");
    await (await lockFileWithin(serverLockOf(cluster), 10_000))?.close();
  }
  for (const end of ["", ".log", ".made", ".owner"])
    await rm(`${cluster}${end}`, { recursive: true, force: true });
  await rm(file, { force: true });
}

/** Removes a data folder that was made for a moment, with its database. */
export async function discardDataFolder(dataDir: string): Promise<void> {
  await discardDatabase(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}
