import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { type Problem, problem } from "../../core/refusals/refusal";
import { lockFile, lockFileWithin } from "../../db/embedded/kernel-lock";
import { compareVersions } from "./compare-versions";
import { newerThan } from "./feed";
import { type FeedConfig, fetchFeed, requireFeed, requireKey } from "./fetch-feed";
import { copyRelease, downloadRelease } from "./fetch-release";
import { resumeUpdate, runUpdate, type Source } from "./run-update";
import type { Service } from "./service";
import { readArchiveName, UpdateError } from "./signed-sums";
import { dropRequest, findRequest } from "./update-request";
import {
  newState,
  noteUpdater,
  openWork,
  readUpdateState,
  UpdateRecord,
  type UpdateState,
} from "./update-state";
import { archiveOf, currentOf, type Versions } from "./versions";

export interface Updater {
  versions: Versions;
  service: Service;
  config: FeedConfig;
  /** File that the configuration was read from. */
  configFile: string;
  /** How many seconds a new version may take; default: 90. */
  patience?: number;
  say(line: string): void;
}

export type Order =
  | { act: "update"; version: string | null }
  | { act: "update"; file: string }
  | { act: "rollback" };

/** Where an update leads, and how its archive comes. */
interface Plan {
  to: string;
  source: Source | null;
}

async function planUpdate(
  { versions, config }: Updater,
  from: string,
  order: Extract<Order, { act: "update" }>,
): Promise<Plan> {
  const newer = (to: string) => {
    if (compareVersions(to, from) <= 0)
      throw new UpdateError(problem("update_not_newer", { version: to, running: from }));
    return to;
  };
  if ("file" in order) {
    const to = newer(readArchiveName(path.basename(order.file)).version);
    const publicKey = requireKey(config.publicKey);
    return { to, source: { archive: () => copyRelease(versions, order.file), publicKey } };
  }
  const { feed, publicKey } = requireFeed(config);
  if (order.version) newer(order.version);
  const releases = newerThan(await fetchFeed(config), from);
  const release = order.version ? releases.find(({ version }) => version === order.version) : releases[0];
  if (!release)
    throw new UpdateError(
      order.version
        ? problem("update_unknown", { version: order.version })
        : problem("update_nothing_newer", { version: from }),
    );
  const to = release.version;
  const folder = new URL(release.folder?.replace(/\/?$/, "/") ?? ".", feed);
  const archive = async () => downloadRelease(versions, folder, await archiveOf(versions, to));
  return { to, source: { archive, publicKey } };
}

function planRollback({ versions }: Updater, former: string | null): Plan {
  if (former === null || !existsSync(versions.folderOf(former)))
    throw new UpdateError(problem("update_no_former"));
  return { to: former, source: null };
}

/**
 * Root takes key and source from no file that the shop can write: it could bring in a program of its own.
 * @throws UpdateError
 */
async function requireForeignConfig({ configFile, service: { owner } }: Updater): Promise<void> {
  if (process.getuid?.() !== 0 || owner.uid === 0) return;
  // The folder also while the file is missing: it could have been there when the configuration was read.
  for (const place of [path.dirname(configFile), ...(existsSync(configFile) ? [configFile] : [])])
    if ((await stat(place)).uid === owner.uid)
      throw new UpdateError(problem("update_config_writable", { file: configFile }));
}

/** @param onNoted what to do once the state tells of the run */
async function begin(updater: Updater, order: Order, onNoted?: () => void): Promise<UpdateState> {
  const { versions, service, say } = updater;
  const [from, last] = [await currentOf(versions), await readUpdateState(versions)];
  const former = last?.former ?? null;
  await requireForeignConfig(updater);
  const { to, source } =
    order.act === "rollback" ? planRollback(updater, former) : await planUpdate(updater, from, order);
  const state = newState(order.act, { from, to, former }, updater.patience);
  const record = new UpdateRecord(versions, state, say, onNoted);
  await runUpdate(record, service, source);
  return record.state;
}

/** One updater works at a time; the kernel keeps the lock, and a killed one loses it. */
const lockOf = ({ work }: Versions) => path.join(work, "lock");

async function resume({ versions, service, say }: Updater): Promise<UpdateState | null> {
  const state = await readUpdateState(versions);
  if (state?.outcome !== "running") return null;
  const record = new UpdateRecord(versions, state, say);
  await resumeUpdate(record, service);
  return record.state;
}

/** Carries one order out, for whoever types it, after what an updater that was killed left. @throws UpdateError */
export async function carryOut(updater: Updater, order: Order): Promise<UpdateState> {
  const { versions } = updater;
  await openWork(versions);
  const lock = await lockFile(lockOf(versions));
  if (!lock) throw new UpdateError(problem("update_running"));
  try {
    await resume(updater);
    return await begin(updater, order);
  } finally {
    await lock.close();
  }
}

const longestUpdateMs = 6 * 3_600_000;

/** Ends what was begun, then does what the shop asks for, until it asks for nothing. A refusal stands in the state, for the admin. */
export async function serveRequests(updater: Updater): Promise<UpdateState | null> {
  const { versions, service } = updater;
  await openWork(versions);
  const lock = await lockFileWithin(lockOf(versions), longestUpdateMs);
  if (!lock) throw new UpdateError(problem("update_running"));
  try {
    await noteUpdater(versions);
    let last = await resume(updater);
    for (;;) {
      const request = findRequest(service.dataDir, service.owner);
      if (!request) return last;
      const { act, version } = request;
      const order: Order = act === "rollback" ? { act } : { act, version };
      // Not before the state tells of the run: a page that sees neither takes it for over.
      const drop = () => dropRequest(service.dataDir, service.owner);
      last = await begin(updater, order, drop).catch((error: unknown) => {
        if (error instanceof UpdateError) return refuse(updater, request, error.problem, drop);
        drop();
        throw error;
      });
    }
  } finally {
    await lock.close();
  }
}

async function refuse(
  { versions, say }: Updater,
  { act, version }: { act: UpdateState["act"]; version: string | null },
  cause: Problem,
  onNoted: () => void,
): Promise<UpdateState> {
  const [from, last] = [await currentOf(versions), await readUpdateState(versions)];
  const state = newState(act, { from, to: version ?? last?.former ?? from, former: last?.former ?? null });
  const record = new UpdateRecord(versions, state, say, onNoted);
  await record.end("failed", cause);
  return record.state;
}
