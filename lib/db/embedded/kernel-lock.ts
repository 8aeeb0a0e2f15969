import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../core/process/thrown";
import { EmbeddedError } from "./embedded-error";

type TryLock = (descriptor: number) => boolean;

let tryLock: TryLock | undefined;

/** Node itself locks no files. The package comes with a build for each system that our PostgreSQL is built for. */
function loadLock(): TryLock {
  try {
    const fromProject = createRequire(path.join(process.cwd(), "package.json"));
    return (fromProject("fs-native-extensions") as { tryLock: TryLock }).tryLock;
  } catch (error) {
    throw new EmbeddedError(
      `Files cannot be locked on this system (${process.platform} ${process.arch}), and without a lock two shops could ` +
        "destroy the database of a data folder. Set database.url to a PostgreSQL server.",
      { cause: error },
    );
  }
}

/**
 * Locks a file until it is closed, here and in every process that inherited it; `null`: somebody else has the lock. The kernel
 * keeps it with the open file. So it holds between containers, which do not see each other's processes, and a killed
 * process loses it at once.
 */
export async function lockFile(file: string): Promise<FileHandle | null> {
  tryLock ??= loadLock();
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    if (tryLock(handle.fd)) return handle;
  } catch (error) {
    await handle.close();
    throw new EmbeddedError(
      `${file} cannot be locked (${messageOf(error)}), and without a lock two shops could destroy the database. Put the ` +
        "data folder on a file system that keeps locks, or set database.url to a PostgreSQL server.",
      { cause: error },
    );
  }
  await handle.close();
  return null;
}

/** Waits for it at most so long. */
export async function lockFileWithin(file: string, ms: number): Promise<FileHandle | null> {
  for (const end = Date.now() + ms; ; await sleep(50)) {
    const lock = await lockFile(file);
    if (lock || Date.now() >= end) return lock;
  }
}
