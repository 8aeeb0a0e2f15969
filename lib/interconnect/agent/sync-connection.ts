import { addSeconds, now } from "../../core/clock";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { raiseAlert } from "../../notifications/raise-alert";
import { callMainSite, getMainSite, type MainSite } from "./main-site-client";
import { mirrorSkus } from "./mirror-skus";
import { type OfferedProduct, offeredPage, offeredProduct } from "./schema";
import { dropUnseen, keepOffer } from "./upsert-offers";

const perPage = 200;
const maxPages = 1000;
/** Changes that were committed late carry an earlier time than those already seen. */
const overlapSeconds = 120;
const staleSeconds = 15 * 60;
const fullEverySeconds = 24 * 3600;
const maxRestarts = 3;

class SyncError extends Error {}

interface Pull {
  runId: number;
  site: MainSite;
  after: Date | null;
}

interface Page {
  products: OfferedProduct[];
  total: number;
  pages: number;
  broken: number;
}

async function pullPage({ site, after }: Pull, page: number): Promise<Page> {
  const query = new URLSearchParams({ page: String(page), per_page: String(perPage) });
  if (after) query.set("updated_after", after.toISOString());
  const answer = await callMainSite(site, {
    method: "GET",
    path: `/api/v1/upstream/products?${query}`,
    answer: offeredPage,
    totalMs: 30_000,
  });
  if (answer.result === "lost") throw new SyncError(answer.error.message);
  if (answer.result === "refused")
    throw new SyncError(`The main site answered ${answer.code}: ${answer.message}`);
  const { products, total, per_page } = answer.data;
  const read = products.map((product) => offeredProduct.safeParse(product));
  return {
    products: read.flatMap((result) => (result.success ? [result.data] : [])),
    total,
    pages: Math.max(1, Math.ceil(total / per_page)),
    broken: read.filter((result) => !result.success).length,
  };
}

interface Pulled {
  seen: Set<number>;
  newest: Date | null;
  changed: number;
  broken: number;
  /** Products came or went while the pages were read, to the end: some may not have been seen. */
  isShifted: boolean;
}

async function keepPage({ runId, site }: Pull, number: number, page: Page, pulled: Pulled): Promise<void> {
  for (const { id, updated_at } of page.products) {
    pulled.seen.add(id);
    if (updated_at && (!pulled.newest || updated_at > pulled.newest)) pulled.newest = updated_at;
  }
  pulled.broken += page.broken;
  await inTransaction(async (tx) => {
    let changed = 0;
    for (const product of page.products) changed += await keepOffer(tx, site.connectionId, product);
    const upstreamProductId = { in: page.products.map((product) => product.id) };
    await mirrorSkus(tx, { connectionId: site.connectionId, upstreamSku: { upstreamProductId } });
    pulled.changed += changed;
    await tx.syncRun.update({
      where: { id: runId },
      data: { pages: number, total: page.total, seen: pulled.seen.size, changed: pulled.changed },
    });
  });
}

/** All pages. A product that appears or goes meanwhile shifts the pages after it: then they are read once more. */
async function pullAll(pull: Pull): Promise<Pulled> {
  const pulled: Pulled = { seen: new Set(), newest: null, changed: 0, broken: 0, isShifted: false };
  for (let restart = 0; ; restart++) {
    let total: number | null = null;
    let isShifted = false;
    for (let number = 1, pages = 1; number <= Math.min(pages, maxPages); number++) {
      const page = await pullPage(pull, number);
      if (total !== null && page.total !== total) isShifted = true;
      total = page.total;
      pages = page.pages;
      await keepPage(pull, number, page, pulled);
    }
    if (!isShifted || restart === maxRestarts) return { ...pulled, isShifted };
  }
}

async function begin(connectionId: number): Promise<boolean> {
  const { count } = await db().connection.updateMany({
    where: {
      id: connectionId,
      status: "active",
      OR: [{ syncStartedAt: null }, { syncStartedAt: { lt: addSeconds(now(), -staleSeconds) } }],
    },
    data: { syncStartedAt: now() },
  });
  return count === 1;
}

async function finish(pull: Pull, pulled: Pulled): Promise<void> {
  const { connectionId } = pull.site;
  await inTransaction(async (tx) => {
    const isFull = pull.after === null;
    if (isFull && pulled.broken === 0 && !pulled.isShifted) {
      const dropped = await dropUnseen(tx, connectionId, [...pulled.seen]);
      if (dropped > 0) await mirrorSkus(tx, { connectionId });
      pulled.changed += dropped;
    }
    const error = pulled.broken > 0 ? `${pulled.broken} products could not be read` : null;
    await tx.connection.update({
      where: { id: connectionId },
      data: {
        syncStartedAt: null,
        lastSyncAt: now(),
        lastSyncError: error,
        ...(pulled.newest ? { syncCursor: pulled.newest } : {}),
        ...(isFull && !pulled.isShifted ? { fullSyncAt: now() } : {}),
      },
    });
    await tx.syncRun.update({
      where: { id: pull.runId },
      data: { finishedAt: now(), seen: pulled.seen.size, changed: pulled.changed, error },
    });
  });
}

async function giveUp({ runId, site }: Pull, error: SyncError): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.connection.update({
      where: { id: site.connectionId },
      data: { syncStartedAt: null, lastSyncAt: now(), lastSyncError: error.message },
    });
    await tx.syncRun.update({ where: { id: runId }, data: { finishedAt: now(), error: error.message } });
    await raiseAlert(tx, {
      kind: "connection.sync_failed",
      message: `Products of ${site.name} could not be pulled: ${error.message}`,
      reference: `connection:${site.connectionId}`,
    });
  });
}

/**
 * C61: pulls what changed, and everything when asked by hand, once a day, and the first time. One pull a connection at a
 * time. A main site that cannot be reached is a line in the log and an alert, not a failed job: the next turn tries again.
 */
export async function syncConnection(connectionId: number, trigger: "schedule" | "button"): Promise<void> {
  if (!(await begin(connectionId))) return;
  const { syncCursor, fullSyncAt } = await db().connection.findUniqueOrThrow({ where: { id: connectionId } });
  const isFull =
    trigger === "button" || !syncCursor || !fullSyncAt || fullSyncAt < addSeconds(now(), -fullEverySeconds);
  const { id: runId } = await db().syncRun.create({
    data: { connectionId, trigger, isFull, startedAt: now() },
    select: { id: true },
  });
  const site = await getMainSite(connectionId);
  const pull: Pull = {
    runId,
    site,
    after: isFull || !syncCursor ? null : addSeconds(syncCursor, -overlapSeconds),
  };
  try {
    await finish(pull, await pullAll(pull));
  } catch (error) {
    if (!(error instanceof SyncError)) throw error;
    await giveUp(pull, error);
  }
}

/** Each connection at its own pace. */
export async function syncDueConnections(): Promise<void> {
  const active = await db().connection.findMany({
    where: { status: "active" },
    select: { id: true, lastSyncAt: true, syncMinutes: true },
  });
  await inTransaction(async (tx) => {
    for (const { id, lastSyncAt, syncMinutes } of active) {
      if (lastSyncAt && lastSyncAt > addSeconds(now(), -syncMinutes * 60)) continue;
      await enqueue(
        tx,
        "connection.sync",
        { connectionId: id, trigger: "schedule" },
        { jobKey: `sync:${id}` },
      );
    }
  });
}
