import { existsSync } from "node:fs";
import os from "node:os";
import { codeOf } from "../../core/process/thrown";
import { EmbeddedError } from "./embedded-error";
import { FolderTakenError, guardOf, readHolder } from "./folder-guard";
import { lockFile, lockFileWithin } from "./kernel-lock";

/** A shop ends within 25 seconds, and its database with it. */
const patienceMs = 40_000;

/**
 * Asks the Keyshelf that holds the data folder to end, and waits for it. Returns its process number, `null` where none runs.
 * @throws EmbeddedError when it cannot be asked from here, or does not end
 */
export async function stopHolder(dataDir: string): Promise<number | null> {
  const file = guardOf(dataDir);
  if (!existsSync(file)) return null;
  const free = await lockFile(file);
  if (free) {
    await free.close();
    return null;
  }
  const holder = await readHolder(dataDir);
  // In another container the same number is another process.
  if (holder?.host !== os.hostname()) throw new FolderTakenError(dataDir, holder, holder !== null);
  try {
    process.kill(holder.pid, "SIGTERM");
  } catch (error) {
    if (codeOf(error) === "EPERM")
      throw new EmbeddedError(
        `The shop on ${dataDir} (process ${holder.pid}) belongs to another user: give the command as that user, or as root.`,
      );
    if (codeOf(error) !== "ESRCH") throw error;
  }
  const ended = await lockFileWithin(file, patienceMs);
  if (!ended)
    throw new EmbeddedError(
      `The shop on ${dataDir} (process ${holder.pid}) was told to end ${patienceMs / 1000} seconds ago and still runs.`,
    );
  await ended.close();
  return holder.pid;
}
