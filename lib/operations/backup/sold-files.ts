import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { messageOf } from "../../core/process/thrown";
import { db } from "../../db/client";
import { folderStorage, openPlace } from "../../fulfillment/kinds/file/storage/folder-storage";
import type { Finding } from "../checks/check-shop";
import { judgeFiles } from "../checks/check-sold-files";
import { backupKeyName, OpenBackup, sealBackup, sealedBytes } from "./backup-file";
import { type BackupStore, filesFolder, listBackups } from "./stored-backup";

/** Files that are sold and lie in `data_dir/files`; those of a bucket outlive this machine without us. */
const readFiles = () =>
  db().fileVersion.findMany({
    where: { status: "ready", storage: "folder" },
    orderBy: { id: "asc" },
    select: { storageKey: true, bytes: true, sha256: true, name: true },
  });
type SoldFile = Awaited<ReturnType<typeof readFiles>>[number];

/** The bytes of a version never change, so one copy is enough, until the master key does. */
const copyName = (storageKey: string, masterKey: Uint8Array): string =>
  `${filesFolder}${storageKey}.${backupKeyName(masterKey)}.keyshelf-file`;

/** Beside each backup: the copies that belong to it. */
const listName = (backup: string): string => `${backup}.files`;

async function* hashed(pieces: AsyncIterable<Buffer>, expected: string | null): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") !== expected) throw new Error("its bytes are not those that were uploaded");
}

async function copyOne(store: BackupStore, file: SoldFile, name: string, draft: string): Promise<void> {
  const source = await folderStorage.read(file.storageKey);
  await pipeline(
    source,
    (pieces: AsyncIterable<Buffer>) => hashed(pieces, file.sha256),
    sealBackup(getConfig().security.masterKey, now()),
    createWriteStream(draft, { mode: 0o600 }),
  );
  await store.put(name, draft);
  await rm(draft);
}

export interface CopiedFiles {
  names: string[];
  /** One sentence for each file that could not be copied. */
  problems: string[];
}

/** Copies what is not beside the backups yet. */
export async function copySoldFiles(store: BackupStore, draftFolder: string): Promise<CopiedFiles> {
  const known = new Set((await store.list(filesFolder)).map(({ name }) => name));
  const copied: CopiedFiles = { names: [], problems: [] };
  for (const file of await readFiles()) {
    const name = copyName(file.storageKey, getConfig().security.masterKey);
    try {
      if (!known.has(name)) await copyOne(store, file, name, path.join(draftFolder, "file"));
      copied.names.push(name);
    } catch (error) {
      copied.problems.push(`${file.name} (data_dir/files/${file.storageKey}): ${messageOf(error)}`);
    }
  }
  return copied;
}

export const noteCopies = (store: BackupStore, backup: string, names: readonly string[]): Promise<void> =>
  store.put(listName(backup), Buffer.from(JSON.stringify(names)));

/** Removes the oldest backups, and the copies that none of the others needs. @returns the names of the backups that went */
export async function keepNewest(store: BackupStore, keep: number): Promise<string[]> {
  const names = (await listBackups(store)).map(({ name }) => name);
  const removed = names.slice(keep);
  for (const name of removed) {
    await store.remove(name);
    await store.remove(listName(name));
  }
  const lists = new Set((await store.list("")).map(({ name }) => name));
  const needed = new Set<string>();
  for (const list of names
    .slice(0, keep)
    .map(listName)
    .filter((name) => lists.has(name)))
    for (const name of z.array(z.string()).parse(await json(await store.read(list)))) needed.add(name);
  for (const { name } of await store.list(filesFolder)) if (!needed.has(name)) await store.remove(name);
  return removed;
}

interface Copy extends SoldFile {
  /** Null: there is none, or only a part of one. */
  copy: string | null;
}

async function findCopies(store: BackupStore, masterKeys: readonly Uint8Array[]): Promise<Copy[]> {
  const sizes = new Map((await store.list(filesFolder)).map(({ name, bytes }) => [name, bytes]));
  return (await readFiles()).map((file) => {
    const names = masterKeys.map((key) => copyName(file.storageKey, key));
    const copy = names.find((name) => sizes.get(name) === sealedBytes(Number(file.bytes))) ?? null;
    return { ...file, copy };
  });
}

async function openCopy(store: BackupStore, name: string, masterKeys: readonly Uint8Array[]) {
  const opened = new OpenBackup(masterKeys);
  // The reader of `opened` gets its error.
  pipeline(await store.read(name), opened).catch(() => undefined);
  return opened;
}

/** Whether each file that the database on this connection sells lies beside the backups, and the newest of them opens. */
export async function checkCopies(store: BackupStore, masterKeys: readonly Uint8Array[]): Promise<Finding> {
  const files = await findCopies(store, masterKeys);
  const missing = files.filter(({ copy }) => copy === null).map(({ name }) => name);
  const newest = files.findLast(({ copy }) => copy !== null);
  try {
    if (newest?.copy)
      for await (const _ of hashed(await openCopy(store, newest.copy, masterKeys), newest.sha256));
  } catch (error) {
    return { check: "files for sale", ok: false, detail: `${newest?.name}: ${messageOf(error)}` };
  }
  return judgeFiles(files.length, missing);
}

/** Puts the files back that the restored database on this connection sells. */
export async function restoreSoldFiles(
  store: BackupStore,
  masterKeys: readonly Uint8Array[],
): Promise<Finding> {
  const files = await findCopies(store, masterKeys);
  const missing: string[] = [];
  for (const { storageKey, bytes, sha256, name, copy } of files) {
    if ((await folderStorage.sizeOf(storageKey)) === Number(bytes)) continue;
    const place = await openPlace(storageKey);
    const draft = `${place}.part`;
    try {
      if (copy === null) throw new Error("there is no copy");
      await pipeline(
        await openCopy(store, copy, masterKeys),
        (pieces: AsyncIterable<Buffer>) => hashed(pieces, sha256),
        createWriteStream(draft, { mode: 0o600, flush: true }),
      );
      await rename(draft, place);
    } catch (error) {
      await rm(draft, { force: true });
      missing.push(`${name} (${messageOf(error)})`);
    }
  }
  return judgeFiles(files.length, missing);
}
