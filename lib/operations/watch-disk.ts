import { existsSync } from "node:fs";
import { readFile, statfs } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { getConfig } from "../config/config";
import { parseRemembered } from "../db/embedded/place";
import { inTransaction } from "../db/transaction";
import { endAlert, raiseAlert } from "../notifications/alerts/raise-alert";

export interface FreeSpace {
  folder: string;
  free: number;
  total: number;
}

const gigabyte = 1024 ** 3;

/** Less than 1 GB, or less than a tenth of a disk of up to 200 GB. */
export const isLow = ({ free, total }: Pick<FreeSpace, "free" | "total">): boolean =>
  free < gigabyte || (free < total / 10 && free < 20 * gigabyte);

async function spaceOf(folder: string): Promise<FreeSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { folder, free: bavail * bsize, total: blocks * bsize };
}

/** The data folder, and the embedded database where it stands elsewhere. */
export async function freeSpace(): Promise<FreeSpace[]> {
  const { dataDir } = getConfig();
  const folders = [dataDir];
  const remembered = await readFile(path.join(dataDir, "database.json"), "utf8").catch(() => "{}");
  const directory = parseRemembered(remembered)?.directory;
  if (directory) folders.push(directory);
  return Promise.all(folders.filter((folder) => existsSync(folder)).map(spaceOf));
}

/** Finds the folder of this host with the least room, where that is too little. */
export async function findLowDisk(): Promise<FreeSpace | undefined> {
  const low = (await freeSpace()).filter(isLow);
  return low.sort((a, b) => a.free - b.free)[0];
}

/** Watches the disks of this host: each has its own. */
export async function watchDisk(): Promise<void> {
  const worst = await findLowDisk();
  const dedupeKey = `disk.low:${os.hostname()}`;
  await inTransaction((tx) =>
    worst
      ? raiseAlert(tx, {
          kind: "disk.low",
          data: { folder: worst.folder, megabytes: Math.floor(worst.free / 1024 ** 2) },
          dedupeKey,
        })
      : endAlert(tx, dedupeKey),
  );
}
