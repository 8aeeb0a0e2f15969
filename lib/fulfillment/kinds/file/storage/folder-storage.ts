import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { FileStore } from "@tus/file-store";
import { getConfig } from "../../../../config/config";
import type { ByteRange, FilePart, FileStorage } from "./file-storage";

const keyPattern = /^[0-9A-HJKMNP-TV-Z]{32}$/;

/** Large pieces: each costs a turn of the event loop. */
const pieceBytes = 256 * 1024;

function under(folder: "uploads" | "files", key: string): string {
  if (!keyPattern.test(key)) throw new Error("Not a name of a stored file");
  return path.join(getConfig().dataDir, folder, key);
}

async function folderOf(name: "uploads" | "files"): Promise<string> {
  const folder = path.join(getConfig().dataDir, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Where a file that is put back will lie. */
export async function openPlace(key: string): Promise<string> {
  await folderOf("files");
  return under("files", key);
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

async function placeOf(key: string): Promise<string> {
  const kept = under("files", key);
  return (await exists(kept)) ? kept : under("uploads", key);
}

async function openPart(key: string, { start, end }: ByteRange): Promise<FilePart> {
  const handle = await open(await placeOf(key));
  let at = start;
  return {
    async fill(into) {
      const { bytesRead } = await handle.read(into, 0, Math.min(into.byteLength, end + 1 - at), at);
      at += bytesRead;
      return bytesRead;
    },
    close: () => handle.close(),
  };
}

/** `data_dir/uploads`, where pieces are put together, and `data_dir/files`. */
export const folderStorage: FileStorage = {
  uploads: async () => new FileStore({ directory: await folderOf("uploads") }),
  uploadId: (key) => key,
  hasUpload: (key) => exists(`${under("uploads", key)}.json`),
  sizeOf: async (key) =>
    stat(await placeOf(key)).then(
      ({ size }) => size,
      () => null,
    ),
  read: async (key) => createReadStream(await placeOf(key), { highWaterMark: pieceBytes }),
  openPart,
  async keep(key) {
    await folderOf("files");
    try {
      await rename(under("uploads", key), under("files", key));
    } catch (error) {
      // The process that moved it may have died then.
      if (!(await exists(under("files", key)))) throw error;
    }
    await rm(`${under("uploads", key)}.json`, { force: true });
  },
  async remove(key) {
    await rm(under("uploads", key), { force: true });
    await rm(`${under("uploads", key)}.json`, { force: true });
    await rm(under("files", key), { force: true });
  },
};
