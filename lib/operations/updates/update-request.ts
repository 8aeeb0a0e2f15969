import { closeSync, constants, fstatSync, openSync, readSync, rmSync } from "node:fs";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { now } from "../../core/clock";
import { updateActs, versionText } from "./state";

const requestShape = z.object({
  act: z.enum(updateActs),
  /** Version that an update leads to. The updater takes it from the update source of its own configuration alone. */
  version: versionText.nullable(),
  at: z.iso.datetime(),
});
export type UpdateRequest = z.output<typeof requestShape>;

const maxBytes = 2_000;

const fileIn = (dataDir: string, name: string) =>
  path.join(/* turbopackIgnore: true */ dataDir, "update", name);
const requestIn = (dataDir: string) => fileIn(dataDir, "request.json");

const parse = <S extends z.ZodType>(shape: S, text: string): z.output<S> | null => {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

async function write(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(value), { mode: 0o600 });
  await rename(draft, file);
}

/** All that the shop can do for an update: it asks, and another user's program decides. */
export const askForUpdate = (dataDir: string, request: Omit<UpdateRequest, "at">): Promise<void> =>
  write(requestIn(dataDir), { ...request, at: now().toISOString() });

/** Request that no updater has taken yet. */
export const readRequest = async (dataDir: string): Promise<UpdateRequest | null> =>
  parse(requestShape, await readFile(requestIn(dataDir), "utf8").catch(() => ""));

export interface Owner {
  uid: number;
  gid: number;
}

/** User of the shop: the one whom its data folder belongs to. */
export async function ownerOf(dataDir: string): Promise<Owner> {
  const { uid, gid } = await stat(dataDir);
  return { uid, gid };
}

/** Does for a moment what the shop's user may do: a link that the shop has put there leads root nowhere. */
function withRightsOf<T>({ uid, gid }: Owner, act: () => T): T {
  if (process.getuid?.() !== 0 || uid === 0) return act();
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

/** Text of a small file, by the rights of its owner; empty where it is none. A pipe put there holds nobody up. */
function readAs(owner: Owner, file: string): string {
  return withRightsOf(owner, () => {
    try {
      const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        if (!fstatSync(descriptor).isFile()) return "";
        const bytes = Buffer.alloc(maxBytes);
        return bytes.toString("utf8", 0, readSync(descriptor, bytes));
      } finally {
        closeSync(descriptor);
      }
    } catch {
      return "";
    }
  });
}

/** Takes the request away. One that stayed would wake the updater for ever. */
export const dropRequest = (dataDir: string, owner: Owner): void =>
  withRightsOf(owner, () => rmSync(requestIn(dataDir), { recursive: true, force: true }));

/** Request of the shop; `null`: there is none, or none that can be read, which is taken away. */
export function findRequest(dataDir: string, owner: Owner): UpdateRequest | null {
  const request = parse(requestShape, readAs(owner, requestIn(dataDir)));
  if (!request) dropRequest(dataDir, owner);
  return request;
}

const openShape = z.object({ version: z.string(), at: z.iso.datetime() });

/** The shop says that it is open, and in which version. */
export const noteOpen = (dataDir: string, version: string): Promise<void> =>
  write(fileIn(dataDir, "open.json"), { version, at: new Date().toISOString() });

/** Whether this version opened at that moment or later. */
export function openedSince(dataDir: string, owner: Owner, version: string, since: Date): boolean {
  const opened = parse(openShape, readAs(owner, fileIn(dataDir, "open.json")));
  return opened !== null && opened.version === version && new Date(opened.at) >= since;
}
