import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { type FileHandle, open, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedError } from "./embedded-error";
import { findFormerVersion } from "./former-version";
import { lockFile } from "./kernel-lock";

/** The holder writes this often that it is there. */
const beatMs = 10_000;
/** A holder on another machine that has written within this time may be alive … */
const recentMs = 60_000;
/** … and is, when it writes again within this time. */
const watchMs = 3 * beatMs;
/** One write replaces the record before it, whole. */
const recordBytes = 512;

interface Holder {
  /** Containers of one machine have names and process numbers of their own, and one kernel. */
  machine: string;
  host: string;
  pid: number;
}

/** The data folder is in use, and its lock says by whom. */
export class FolderTakenError extends EmbeddedError {
  constructor(
    dataDir: string,
    holder: Holder | null,
    readonly isOnOtherMachine = false,
  ) {
    const who = holder ? ` (process ${holder.pid} on ${holder.host})` : "";
    const remedy = isOnOtherMachine
      ? "Stop it there first, or give this one a data_dir of its own."
      : "Stop it first, or give this one a data_dir of its own.";
    super(`Another Keyshelf${who} already runs on the data folder ${dataDir}. ${remedy}`);
  }
}

function thisMachine(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return os.hostname();
  }
}

export const guardOf = (dataDir: string) => path.join(dataDir, "keyshelf.lock");

const readText = (file: string) => readFile(file, "utf8").catch(() => "");

function parse(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

/** Process that holds the folder; `null` where its note was cut off. */
export const readHolder = async (dataDir: string): Promise<Holder | null> =>
  parse(await readText(guardOf(dataDir)));

/** How old a file is by the clock of its file system, which is another one than ours on a network volume. */
async function ageOf(file: string): Promise<number> {
  const { mtimeMs } = await stat(file);
  const probe = `${file}.${randomBytes(4).toString("hex")}`;
  const handle = await open(probe, "wx", 0o600);
  try {
    return (await handle.stat()).mtimeMs - mtimeMs;
  } finally {
    await handle.close();
    await rm(probe, { force: true });
  }
}

/** On a network volume the lock may not reach another machine; what it writes does. */
async function isWritten(file: string, ms: number): Promise<boolean> {
  const before = await readText(file);
  for (const end = Date.now() + ms; Date.now() < end; ) {
    await sleep(Math.min(1_000, ms / 10));
    if ((await readText(file)) !== before) return true;
  }
  return false;
}

export interface GuardOptions {
  /** Called when another machine has taken the folder, as while this one stood still. */
  onLost?: (error: EmbeddedError) => void;
  machine?: string;
  watch?: number;
  beat?: number;
}

/**
 * Makes this process the only one that works on the data folder, until it releases it or ends.
 * @throws FolderTakenError
 */
export async function holdFolder(
  dataDir: string,
  { onLost, machine = thisMachine(), watch = watchMs, beat = beatMs }: GuardOptions = {},
): Promise<() => Promise<void>> {
  const file = guardOf(dataDir);
  const lock = await lockFile(file);
  if (!lock) throw new FolderTakenError(dataDir, await readHolder(dataDir));
  try {
    const former = findFormerVersion(dataDir);
    if (former) throw new FolderTakenError(dataDir, { machine, host: os.hostname(), pid: former });
    await rm(path.join(dataDir, "keyshelf.pid"), { force: true });
    const other = parse(await readText(file));
    const mayLive = other && other.machine !== machine && (await ageOf(file)) < recentMs;
    if (mayLive && (await isWritten(file, watch))) throw new FolderTakenError(dataDir, other, true);
    return await beatOn(lock, dataDir, { machine, host: os.hostname(), pid: process.pid }, { onLost, beat });
  } catch (error) {
    await lock.close();
    throw error;
  }
}

async function beatOn(
  lock: FileHandle,
  dataDir: string,
  holder: Holder,
  { onLost, beat }: Pick<GuardOptions, "onLost"> & { beat: number },
): Promise<() => Promise<void>> {
  const write = async () => {
    const record = JSON.stringify({ ...holder, beat: randomBytes(8).toString("hex") });
    await lock.write(record.padEnd(recordBytes), 0);
  };
  await write();
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last
      .then(async () => {
        const found = parse(await readText(guardOf(dataDir)));
        if (!found || found.machine === holder.machine) return write();
        clearInterval(timer);
        onLost?.(new FolderTakenError(dataDir, found, true));
      })
      // A volume that is away for a moment: the next beat tries again.
      .catch(() => undefined);
  }, beat);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
    // The file stays: a second one of that name could be locked beside it.
    await lock.truncate(0).catch(() => undefined);
    await lock.close();
  };
}
