import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedError } from "./embedded-error";
import { FolderTakenError } from "./folder-guard";
import { parseRemembered } from "./place";
import { readPostmaster } from "./processes";
import { addressOf, answers } from "./server";
import { letShopIn } from "./shop-role";
import { openFolder } from "./socket-folder";
import { databaseName, startEmbedded } from "./start-embedded";

/** The shop that has the folder may only just be starting. */
const patience = 60_000;

export interface OpenedDatabase {
  url: string;
  close(): Promise<void>;
}

type Role = "shop" | "owner";

/** `opened` has the owner's address. */
async function openAs(role: Role, opened: OpenedDatabase): Promise<OpenedDatabase> {
  if (role === "owner") return opened;
  try {
    return { ...opened, url: await letShopIn(opened.url) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** By its socket the server is reached from every container that has the folder; by its port only from where it runs. */
async function joinRunning(dataDir: string, role: Role): Promise<OpenedDatabase | null> {
  const found = await readFile(path.join(dataDir, "database.json"), "utf8").catch(() => null);
  if (found === null) return null;
  const remembered = parseRemembered(found);
  if (remembered === null) return null;
  const { password, directory } = remembered;
  const cluster = directory ?? path.join(dataDir, "postgres");
  const port = readPostmaster(cluster)?.port;
  if (!port) return null;
  const folder = await openFolder(cluster);
  for (const host of [folder.path, "127.0.0.1"]) {
    const url = addressOf({ password }, port, databaseName, host);
    if (await answers(url)) return openAs(role, { url, close: folder.close });
  }
  await folder.close();
  return null;
}

/**
 * The database of a data folder, for a command: beside the Keyshelf that runs there, or started until `close`.
 * @throws EmbeddedError
 */
export async function openBeside(dataDir: string, role: Role = "shop"): Promise<OpenedDatabase> {
  for (const end = Date.now() + patience; ; await sleep(200)) {
    const joined = await startEmbedded({ dataDir }).then(
      ({ url, stop }) => openAs(role, { url, close: stop }),
      (error: unknown) => {
        if (!(error instanceof FolderTakenError) || error.isOnOtherMachine) throw error;
        return joinRunning(dataDir, role).then((running) => running ?? error);
      },
    );
    if (!(joined instanceof FolderTakenError)) return joined;
    if (Date.now() > end)
      throw new EmbeddedError(
        `${joined.message} Its database cannot be reached from here: run the command where that one runs ` +
          "(docker compose exec, for instance).",
      );
  }
}
