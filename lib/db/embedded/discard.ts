import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { lockFileWithin } from "./kernel-lock";
import { findServer } from "./processes";
import { serverLockOf } from "./server";

/** Removes a data folder that was made for a moment and, for root, the cluster that it names elsewhere. A server that still runs there is ended. */
export async function discardDataFolder(dataDir: string): Promise<void> {
  const remembered = await readFile(path.join(dataDir, "database.json"), "utf8").catch(() => "{}");
  const { directory } = JSON.parse(remembered) as { directory?: string | null };
  const cluster = directory ?? path.join(dataDir, "postgres");
  const server = findServer(cluster);
  if (server) {
    process.kill(server, "SIGQUIT");
    await (await lockFileWithin(serverLockOf(cluster), 10_000))?.close();
  }
  if (directory) {
    for (const end of ["", ".log", ".made", ".owner"])
      await rm(`${directory}${end}`, { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}
