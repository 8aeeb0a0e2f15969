import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { newUuid } from "../../core/ids";
import { log } from "../../core/process/log";
import { db } from "../../db/client";
import { configuredStore, findStorage } from "../../fulfillment/kinds/file/storage/find-storage";
import type { Finding } from "./check-shop";

const prefix = "fileFolder:";
const everyMs = 3_600_000;
/** A process notes its folder every hour. */
const recentMs = 2 * everyMs;

/** The name of this folder of files, whatever path leads to it: hosts that share it find the same. */
async function nameFolder(): Promise<string> {
  const folder = path.join(getConfig().dataDir, "files");
  const file = path.join(folder, ".name");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The first of two processes names it for both.
  await writeFile(file, newUuid(), { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return (await readFile(file, "utf8")).trim();
}

/** Says in the database that a process keeps files in this folder. */
export async function noteFolder(): Promise<void> {
  if (configuredStore() !== null) return;
  const key = `${prefix}${await nameFolder()}`;
  const at = now();
  await db().setting.upsert({
    where: { key },
    create: { key, value: {}, updatedAt: at },
    update: { updatedAt: at },
  });
  await db().setting.deleteMany({
    where: { key: { startsWith: prefix }, updatedAt: { lt: new Date(at.getTime() - recentMs) } },
  });
}

/** Runs in every process that serves: each of them takes uploads. */
export function keepNotingFolder(): { stop(): void } {
  const note = () =>
    noteFolder().catch((error: unknown) => log.warn({ error }, "the folder of files could not be noted"));
  void note();
  const timer = setInterval(note, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** How many folders the processes of this shop have kept files in lately. */
export const countFolders = (): Promise<number> =>
  db().setting.count({
    where: { key: { startsWith: prefix }, updatedAt: { gt: new Date(now().getTime() - recentMs) } },
  });

/** Whether the bytes of each file that is sold lie where its row says, on the disk or in the bucket. */
export async function checkSoldFiles(): Promise<Finding> {
  const versions = await db().fileVersion.findMany({ where: { status: "ready" }, orderBy: { id: "asc" } });
  const missing: string[] = [];
  for (const version of versions) {
    const size = await findStorage(version)
      .then((storage) => storage.sizeOf(version.storageKey))
      .catch(() => null);
    if (size !== Number(version.bytes)) missing.push(version.name);
  }
  return judgeFiles(versions.length, missing);
}

export function judgeFiles(count: number, missing: readonly string[]): Finding {
  const named = missing.slice(0, 5).join(", ");
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : "";
  const detail = missing.length > 0 ? `missing or not whole: ${named}${more}` : `${count} there`;
  return { check: "files for sale", ok: missing.length === 0, detail };
}
