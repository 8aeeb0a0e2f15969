import { readFile } from "node:fs/promises";
import path from "node:path";
import { holderOf } from "./folder-guard";
import { addressOf } from "./ownership";
import { readPostmaster } from "./processes";

/** The address of the database that a Keyshelf runs on this data folder; `null`: none does. */
export async function findRunning(dataDir: string): Promise<string | null> {
  if (holderOf(dataDir) === null) return null;
  const found = await readFile(path.join(dataDir, "database.json"), "utf8").catch(() => null);
  if (found === null) return null;
  const { password, directory } = JSON.parse(found) as { password: string; directory: string | null };
  const server = readPostmaster(directory ?? path.join(dataDir, "postgres"));
  return server?.isOurs && server.port ? addressOf({ password }, server.port, "keyshelf") : null;
}
