import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, Registry } from "prom-client";
import { version } from "../config/version";
import { measureProcess, metrics } from "../core/process/metrics";
import { connection, db } from "../db/client";
import { measureClockSkew } from "../db/clock-skew";
import { readJobFigures } from "../jobs/sql/graphile-private";
import { readBackupState } from "./backup/backup-state";
import { needKinds, needStates } from "./morning/schema";
import { readNeeds } from "./needs";
import { readQueueState } from "./queue-state";
import { readShopFigures, type ShopFigures } from "./sql/shop-figures";
import { freeSpace, isLow } from "./watch-disk";

const keptMs = 5_000;
const databaseMs = 4_000;

const registry = new Registry();
const gauge = <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
  new Gauge<L>({ name: `keyshelf_${name}`, help, labelNames, registers: [registry] });

const isUp = gauge("database_up", "1 when the database answered in time.");
const pool = gauge("pool_connections", "Connections of this process's pool.", ["state"]);
const workers = gauge("workers", "Processes whose workers live.");
const jobs = gauge("queue_jobs", "Jobs in the queue by kind: waiting, due, given_up.", ["kind", "state"]);
const oldestJob = gauge("queue_oldest_due_seconds", "How long the oldest due job has waited, by kind.", [
  "kind",
]);
const oldestMail = gauge("mails_oldest_queued_seconds", "How long the oldest unsent mail has waited.");
const orders = gauge("orders", "Orders that are open, by state.", ["state"]);
const disk = gauge("disk_free_bytes", "Free space of the data folder's disk.", ["folder"]);
const lowDisk = gauge("disk_low", "1 where the shop finds the free space too little.", ["folder"]);
const needs = gauge("needs", "What a sale needs, by kind and state: good, failing, untried, missing.", [
  "kind",
  "state",
]);
const build = gauge("build_info", "1, with the version that runs.", ["version"]);
const backupAge = gauge(
  "backup_last_good_timestamp_seconds",
  "When the last good backup was made; 0: never.",
);
const backupCheck = gauge(
  "backup_last_proven_timestamp_seconds",
  "When a backup was last restored and checked; 0: never.",
);
const skew = gauge("clock_skew_seconds", "This process's clock minus the database's.");

const single: [keyof ShopFigures, Gauge][] = [
  ["databaseBytes", gauge("database_bytes", "Size of the database.")],
  ["connections", gauge("database_connections", "Connections to the database, of all programs.")],
  ["paidLastHour", gauge("orders_paid_last_hour", "Orders paid within the last hour.")],
  ["keysAvailable", gauge("keys_available", "Keys that can be sold, of active SKUs.")],
  ["keysReserved", gauge("keys_reserved", "Keys that wait for a payment.")],
  ["skusOut", gauge("skus_sold_out", "Active SKUs with nothing left.")],
  ["skusLow", gauge("skus_low", "Active SKUs at or below their product's low-stock mark.")],
  ["mailsQueued", gauge("mails_queued", "Mails that wait.")],
  ["mailsFailed", gauge("mails_failed", "Mails that were given up.")],
  ["callbacksPending", gauge("callbacks_pending", "Callbacks that wait.")],
  ["callbacksFailed", gauge("callbacks_failed", "Callbacks that were given up.")],
  ["alerts", gauge("alerts_open", "Alerts that nobody has resolved.")],
];
const orderStates = ["pending", "paid", "delivering", "held", "failed"] as const;

const timeOf = (text: string | null): number => (text ? Date.parse(text) / 1000 : 0);

/** Gauges of the database: while it is away nobody knows them, and the last ones would pass for what is. */
const plain = [workers, oldestMail, backupAge, backupCheck, skew, ...single.map(([, one]) => one)];
const forgetDatabase = (): void => {
  // A plain gauge that is reset says 0, which is a value too.
  for (const one of plain) one.remove();
  for (const one of [jobs, oldestJob, orders, needs]) one.reset();
};

async function readDatabase(): Promise<void> {
  const figures = await readShopFigures();
  for (const [name, one] of single) one.set(figures[name]);
  for (const state of orderStates) orders.set({ state }, figures[state]);
  const queue = await readQueueState();
  workers.set(queue.workers);
  oldestMail.set(queue.oldestUnsentMailSeconds);
  const kinds = await readJobFigures(db());
  jobs.reset();
  oldestJob.reset();
  for (const { kind, waiting, due, givenUp, oldestDueSeconds } of kinds) {
    jobs.set({ kind, state: "waiting" }, waiting);
    jobs.set({ kind, state: "due" }, due);
    jobs.set({ kind, state: "given_up" }, givenUp);
    oldestJob.set({ kind }, oldestDueSeconds);
  }
  const backup = await readBackupState();
  backupAge.set(timeOf(backup.lastGoodAt));
  backupCheck.set(timeOf(backup.checkedAt));
  skew.set(await measureClockSkew());
  const found = await readNeeds();
  for (const kind of needKinds)
    for (const state of needStates)
      needs.set({ kind, state }, found.filter((need) => need.kind === kind && need.state === state).length);
}

async function read(): Promise<void> {
  const late = sleep(databaseMs, false, { ref: false });
  const found = readDatabase().then(
    () => true,
    () => false,
  );
  const isThere = await Promise.race([found, late]);
  isUp.set(isThere ? 1 : 0);
  if (!isThere) forgetDatabase();
  for (const space of await freeSpace()) {
    disk.set({ folder: space.folder }, space.free);
    lowDisk.set({ folder: space.folder }, isLow(space) ? 1 : 0);
  }
  build.set({ version: version }, 1);
  const { totalCount, idleCount, waitingCount } = connection().pool;
  pool.set({ state: "in_use" }, totalCount - idleCount);
  pool.set({ state: "idle" }, idleCount);
  pool.set({ state: "waiting" }, waitingCount);
}

let last: { at: number; done: Promise<void> } | undefined;

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** In the text format of Prometheus. The database is read at most every 5 seconds, however often metrics are asked for. */
export async function writeMetrics(): Promise<string> {
  measureProcess();
  const at = performance.now();
  if (!last || at - last.at > keptMs) last = { at, done: read() };
  await last.done;
  return Registry.merge([metrics.registry, registry]).metrics();
}
