import { addSeconds, now } from "../../core/clock";
import { log } from "../../core/process/log";
import { note, noteOrNull } from "../../core/refusals/noted";
import { type Problem, problem } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { getMainSite, type MainSite } from "./main-site-client";
import { mirrorSkus } from "./mirror-skus";
import { filterForEverything, type ProductPage, pullPage, SyncError } from "./pull-page";
import type { OfferedProduct, SkippedProduct } from "./schema";
import { mergeSkipped, skippedProblem, storedSkipped } from "./skipped-products";
import { findLastRunIds } from "./sql/connections";
import { dropUnseen, keepOffer } from "./upsert-offers";

const maxPages = 1000;
/** Changes that were committed late carry an earlier time than those already seen. */
const overlapSeconds = 120;
/** Each page renews it; after this another process takes over a pull whose process ended. */
export const syncLeaseSeconds = 3 * 60;
const fullEverySeconds = 24 * 3600;
const maxRestarts = 3;

interface Pull {
  runId: number;
  site: MainSite;
  isFull: boolean;
  after: Date | null;
}

interface Pulled {
  seen: Set<number>;
  newest: Date | null;
  changed: number;
  skipped: SkippedProduct[];
  /** Products came or went while the pages were read, to the end: some may not have been seen. */
  isShifted: boolean;
}

async function keepProducts({ site }: Pull, products: readonly OfferedProduct[]): Promise<number> {
  return inTransaction(async (tx) => {
    let changed = 0;
    for (const product of products) changed += await keepOffer(tx, site.connectionId, product);
    const upstreamProductId = { in: products.map((product) => product.id) };
    await mirrorSkus(tx, { connectionId: site.connectionId, upstreamSku: { upstreamProductId } });
    return changed;
  });
}

/** Product by product, so that the one that cannot be stored is known. @throws the first error when none could be stored */
async function keepOneByOne(pull: Pull, products: readonly OfferedProduct[], pulled: Pulled): Promise<void> {
  const failures: unknown[] = [];
  for (const product of products) {
    try {
      pulled.changed += await keepProducts(pull, [product]);
    } catch (error) {
      failures.push(error);
      log.error(
        { error, connection_id: pull.site.connectionId, product: product.id },
        "a product is skipped",
      );
      const { id, title = "" } = product;
      pulled.skipped.push({ upstream_product_id: id, title, problem: note(problem("product_not_stored")) });
    }
  }
  if (failures.length === products.length) throw failures[0];
}

async function keepPage(pull: Pull, number: number, page: ProductPage, pulled: Pulled): Promise<void> {
  for (const { id, updated_at } of page.products) {
    pulled.seen.add(id);
    if (updated_at && (!pulled.newest || updated_at > pulled.newest)) pulled.newest = updated_at;
  }
  // A product that cannot be used is offered all the same: it keeps the values it had.
  for (const { upstream_product_id: id } of page.skipped) if (id !== null) pulled.seen.add(id);
  pulled.skipped.push(...page.skipped);
  if (page.products.length > 0) {
    try {
      pulled.changed += await keepProducts(pull, page.products);
    } catch {
      await keepOneByOne(pull, page.products, pulled);
    }
  }
  await inTransaction(async (tx) => {
    await tx.connection.update({
      where: { id: pull.site.connectionId },
      data: { syncStartedAt: now() },
    });
    await tx.syncRun.update({
      where: { id: pull.runId },
      data: { pages: number, total: page.total, seen: pulled.seen.size, changed: pulled.changed },
    });
  });
}

/** All pages. A product that appears or goes meanwhile shifts the pages after it: then they are read once more. */
async function pullAll(pull: Pull): Promise<Pulled> {
  const pulled: Pulled = { seen: new Set(), newest: null, changed: 0, skipped: [], isShifted: false };
  const after = pull.isFull ? await filterForEverything(pull.site) : pull.after;
  for (let restart = 0; ; restart++) {
    pulled.skipped = [];
    let total: number | null = null;
    let isShifted = false;
    for (let number = 1, pages = 1; number <= Math.min(pages, maxPages); number++) {
      const page = await pullPage(pull.site, { after, number });
      if (total !== null && page.total !== total) isShifted = true;
      total = page.total;
      pages = page.pages;
      await keepPage(pull, number, page, pulled);
    }
    if (!isShifted || restart === maxRestarts) return { ...pulled, isShifted };
  }
}

/** Takes the connection for this pull, and ends the row of a pull whose process ended. */
async function begin(
  connectionId: number,
  trigger: "schedule" | "button",
): Promise<Omit<Pull, "site"> | null> {
  return inTransaction(async (tx) => {
    const { count } = await tx.connection.updateMany({
      where: {
        id: connectionId,
        status: "active",
        OR: [{ syncStartedAt: null }, { syncStartedAt: { lt: addSeconds(now(), -syncLeaseSeconds) } }],
      },
      data: { syncStartedAt: now() },
    });
    if (count === 0) return null;
    await tx.syncRun.updateMany({
      where: { connectionId, finishedAt: null },
      data: { finishedAt: now(), error: note(problem("pull_cut_off")) },
    });
    const { syncCursor, fullSyncAt } = await tx.connection.findUniqueOrThrow({ where: { id: connectionId } });
    const isFull =
      trigger === "button" || !syncCursor || !fullSyncAt || fullSyncAt < addSeconds(now(), -fullEverySeconds);
    const run = await tx.syncRun.create({
      data: { connectionId, trigger, isFull, startedAt: now() },
      select: { id: true },
    });
    const after = isFull || !syncCursor ? null : addSeconds(syncCursor, -overlapSeconds);
    return { runId: run.id, isFull, after };
  });
}

async function finish(pull: Pull, pulled: Pulled): Promise<void> {
  const { isFull } = pull;
  const { connectionId, name } = pull.site;
  await inTransaction(async (tx) => {
    const knowsAll = pulled.skipped.every(({ upstream_product_id: id }) => id !== null);
    if (isFull && knowsAll && !pulled.isShifted) {
      const dropped = await dropUnseen(tx, connectionId, [...pulled.seen]);
      if (dropped > 0) await mirrorSkus(tx, { connectionId });
      pulled.changed += dropped;
    }
    const row = await tx.connection.findUniqueOrThrow({ where: { id: connectionId } });
    const skipped = mergeSkipped(isFull ? [] : storedSkipped(row.skippedProducts), pulled);
    const reason = skipped.length > 0 ? skippedProblem(skipped) : null;
    const error = noteOrNull(reason);
    await tx.connection.update({
      where: { id: connectionId },
      data: {
        syncStartedAt: null,
        lastSyncAt: now(),
        lastSyncError: error,
        skippedProducts: skipped,
        ...(pulled.newest ? { syncCursor: pulled.newest } : {}),
        ...(isFull && !pulled.isShifted ? { fullSyncAt: now() } : {}),
      },
    });
    await tx.syncRun.update({
      where: { id: pull.runId },
      data: { finishedAt: now(), seen: pulled.seen.size, changed: pulled.changed, error },
    });
    if (reason === null || error === row.lastSyncError) return;
    await raiseAlert(tx, {
      kind: "connection.products_skipped",
      data: { connection: name, reason },
      reference: `connection:${connectionId}`,
    });
  });
}

async function giveUp({ runId, site }: Pull, reason: Problem): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.connection.update({
      where: { id: site.connectionId },
      data: { syncStartedAt: null, lastSyncAt: now(), lastSyncError: note(reason) },
    });
    await tx.syncRun.update({ where: { id: runId }, data: { finishedAt: now(), error: note(reason) } });
    await raiseAlert(tx, {
      kind: "connection.sync_failed",
      data: { connection: site.name, reason },
      reference: `connection:${site.connectionId}`,
    });
  });
}

/**
 * C61: pulls what changed, and everything when asked by hand, once a day, and the first time. One pull a connection at a
 * time. Whatever goes wrong ends the run with its error and an alert, and is no failed job: the next turn tries again.
 */
export async function syncConnection(connectionId: number, trigger: "schedule" | "button"): Promise<void> {
  const begun = await begin(connectionId, trigger);
  if (!begun) return;
  const pull: Pull = { ...begun, site: await getMainSite(connectionId) };
  try {
    await finish(pull, await pullAll(pull));
  } catch (error) {
    if (!(error instanceof SyncError))
      log.error({ error, connection_id: connectionId }, "the products of a main site could not be kept");
    await giveUp(pull, error instanceof SyncError ? error.problem : problem("products_not_stored"));
  }
}

/** The sweep comes once a minute and not to the second: what is due within half of it is due. */
const earlySeconds = 30;

/** Each connection at its own pace, from the beginning of one pull to that of the next. */
export async function syncDueConnections(): Promise<void> {
  const active = await db().connection.findMany({
    where: { status: "active" },
    select: { id: true, syncMinutes: true },
  });
  const ids = await findLastRunIds(
    db(),
    active.map(({ id }) => id),
  );
  const runs = await db().syncRun.findMany({
    where: { id: { in: ids } },
    select: { connectionId: true, startedAt: true },
  });
  const lastStart = new Map(runs.map(({ connectionId, startedAt }) => [connectionId, startedAt]));
  await inTransaction(async (tx) => {
    for (const { id, syncMinutes } of active) {
      const startedAt = lastStart.get(id);
      if (startedAt && startedAt > addSeconds(now(), earlySeconds - syncMinutes * 60)) continue;
      await enqueue(
        tx,
        "connection.sync",
        { connectionId: id, trigger: "schedule" },
        { jobKey: `sync:${id}` },
      );
    }
  });
}
