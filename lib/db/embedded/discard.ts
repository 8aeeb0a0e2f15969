import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, readPostmaster } from "./processes";

/** Removes a data folder that was made for a moment and, for root, the cluster that it names elsewhere. A server that still runs there is ended. */
export async function discardDataFolder(dataDir: string): Promise<void> {
  const remembered = await readFile(path.join(dataDir, "database.json"), "utf8").catch(() => "{}");
  const { directory } = JSON.parse(remembered) as { directory?: string | null };
  const server = readPostmaster(directory ?? path.join(dataDir, "postgres"));
  if (server?.isOurs) {
    process.kill(server.pid, "SIGQUIT");
    while (isAlive(server.pid)) await sleep(50);
  }
  if (directory) {
    for (const end of ["", ".log", ".made", ".owner"])
      await rm(`${directory}${end}`, { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}
