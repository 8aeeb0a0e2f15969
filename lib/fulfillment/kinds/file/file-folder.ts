import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { getConfig } from "../../../config/config";

const keyPattern = /^[0-9A-HJKMNP-TV-Z]{32}$/;

function under(folder: "uploads" | "files", key: string): string {
  if (!keyPattern.test(key)) throw new Error("Not a name of a stored file");
  return path.join(getConfig().dataDir, folder, key);
}

/** Where the pieces of uploads are put together. */
export async function uploadFolder(): Promise<string> {
  const folder = path.join(getConfig().dataDir, "uploads");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export const keptFile = (key: string): string => under("files", key);
export const uploadedFile = (key: string): string => under("uploads", key);

/** Puts a checked upload among the files. It may have been there before: the process that did it may have died. */
export async function keepUpload(key: string): Promise<void> {
  await mkdir(path.join(getConfig().dataDir, "files"), { recursive: true, mode: 0o700 });
  try {
    await rename(under("uploads", key), under("files", key));
  } catch (error) {
    if (await isKept(key)) return;
    throw error;
  }
}

export const isKept = (key: string): Promise<boolean> =>
  stat(keptFile(key)).then(
    () => true,
    () => false,
  );

/** Large pieces: each costs a turn of the event loop. */
const pieceBytes = 256 * 1024;

/** `end` is the last byte. */
export const readKept = (key: string, start: number, end: number): Readable =>
  createReadStream(under("files", key), { start, end, highWaterMark: pieceBytes });

export const readFrom = (file: string): Readable => createReadStream(file, { highWaterMark: pieceBytes });

export async function removeStored(key: string): Promise<void> {
  await rm(under("uploads", key), { force: true });
  await rm(`${under("uploads", key)}.json`, { force: true });
  await rm(under("files", key), { force: true });
}
