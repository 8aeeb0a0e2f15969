import { getConfig } from "../config/config";
import { now } from "../core/clock";
import { foreignWords, readNotedOrNull } from "../core/refusals/noted";
import { type Problem, problem, type Told } from "../core/refusals/refusal";
import { db } from "../db/client";
import { measureClockSkew } from "../db/clock-skew";
import { getMailHealth } from "../notifications/mails/mail-health";
import { readForeignSkew } from "../outgoing/foreign-clocks";
import { openChannel } from "../payments/channels/channel-account";
import { failuresToTell } from "../payments/channels/channel-health";
import { takesCurrency } from "../payments/exchange";
import { findProvider, isAvailable } from "../payments/find-provider";
import { getSettings } from "../settings/queries";
import { isBackupOld, readBackupState } from "./backup/backup-state";
import type { NeedKind, needStates } from "./morning/schema";
import { writeProblem } from "./probe-writes";
import { type QueueState, readQueueState } from "./queue-state";
import { countSoldOut } from "./sql/health";
import { foreignSkewSeconds } from "./watch-clock";
import { findLowDisk } from "./watch-disk";

export interface Need {
  kind: NeedKind;
  /** Row and name, where there are several of a kind. */
  id: number | null;
  name: string | null;
  /** `untried`: nobody has asked it for anything yet, or nothing came of it. `missing`: there is none. */
  state: (typeof needStates)[number];
  /** When it was last tried with success. */
  goodAt: Date | null;
  problem: Told | null;
}

const lateJobSeconds = 300;
const lateMailSeconds = 900;
const skewSeconds = 5;

const one = (kind: NeedKind, problem: Told | null): Need => ({
  kind,
  id: null,
  name: null,
  state: problem === null ? "good" : "failing",
  goodAt: problem === null ? now() : null,
  problem,
});

function databaseProblem(): Problem | null {
  const reason = writeProblem();
  return reason === null ? null : problem("database_takes_no_writes", { reason: foreignWords(reason) });
}

function workerProblem({ workers, oldestDueSeconds, oldestUnsentMailSeconds }: QueueState): Problem | null {
  const found: Problem[] = [];
  if (workers === 0) found.push(problem("no_worker"));
  if (oldestDueSeconds > lateJobSeconds)
    found.push(problem("job_is_late", { seconds: Math.round(oldestDueSeconds) }));
  if (oldestUnsentMailSeconds > lateMailSeconds)
    found.push(problem("mail_is_late", { seconds: Math.round(oldestUnsentMailSeconds) }));
  const [first, ...others] = found;
  return first
    ? others.reduce((all, next) => problem("both_problems", { first: all, second: next }), first)
    : null;
}

async function diskProblem(): Promise<Problem | null> {
  const low = await findLowDisk();
  if (!low) return null;
  return problem("disk_is_low", { megabytes: Math.floor(low.free / 1024 ** 2), folder: low.folder });
}

async function clockProblem(): Promise<Problem | null> {
  const skew = await measureClockSkew();
  if (Math.abs(skew) > skewSeconds) return problem("clock_unlike_database", { seconds: Math.round(skew) });
  const foreign = readForeignSkew();
  if (!foreign || Math.abs(foreign.seconds) <= foreignSkewSeconds) return null;
  return problem("clock_unlike_others", {
    seconds: foreign.seconds,
    hosts: foreign.hosts.slice(0, 5).join(", "),
  });
}

/** Reads the needs of this process and its machine: a balancer and a service manager look at them. */
export async function readOwnNeeds(): Promise<{ needs: Need[]; queue: QueueState }> {
  const queue = await readQueueState();
  const [disk, clock] = await Promise.all([diskProblem(), clockProblem()]);
  const needs = [
    one("database", databaseProblem()),
    one("worker", workerProblem(queue)),
    one("disk", disk),
    one("clock", clock),
  ];
  return { needs, queue };
}

const stateOf = (isFailing: boolean, goodAt: Date | null): Need["state"] =>
  isFailing ? "failing" : goodAt ? "good" : "untried";

const noChannel: Need = { ...one("channel", null), state: "missing", goodAt: null };

async function readChannels(): Promise<Need[]> {
  const [rows, { currency }] = await Promise.all([
    db().paymentChannel.findMany({
      where: { isActive: true },
      orderBy: { id: "asc" },
      omit: { configSealed: false },
    }),
    getSettings(),
  ]);
  const needs: Need[] = [];
  for (const row of rows) {
    const provider = findProvider(row.provider);
    if (!provider || !(await isAvailable(provider, db()))) continue;
    const channel = await openChannel(db(), row);
    if (channel && !takesCurrency(channel, currency)) {
      const noRate = problem("currency_without_rate", { currency, other: channel.account.currency });
      needs.push({
        kind: "channel",
        id: row.id,
        name: row.name,
        state: "failing",
        goodAt: null,
        problem: noRate,
      });
      continue;
    }
    const isFailing = row.failures >= failuresToTell || row.testPassed === false;
    const goodAt = row.lastGoodAt ?? (row.testPassed ? row.testedAt : null);
    needs.push({
      kind: "channel",
      id: row.id,
      name: row.name,
      // The built-in one has nobody to ask.
      state: provider.code === "test" ? "good" : stateOf(isFailing, goodAt),
      goodAt,
      problem: isFailing ? readNotedOrNull(row.lastProblem ?? row.testProblem) : null,
    });
  }
  return needs.length > 0 ? needs : [noChannel];
}

async function readSuppliers(): Promise<Need[]> {
  const rows = await db().connection.findMany({ where: { status: "active" }, orderBy: { id: "asc" } });
  return rows.map((row) => ({
    kind: "supplier",
    id: row.id,
    name: row.name,
    state: stateOf(row.failingSince !== null, row.lastGoodAt),
    goodAt: row.lastGoodAt,
    problem: row.failingSince ? readNotedOrNull(row.lastProblem) : null,
  }));
}

async function readMessengers(): Promise<Need[]> {
  const rows = await db().notificationChannel.findMany({
    where: { isEnabled: true },
    orderBy: { id: "asc" },
  });
  return rows.map((row) => ({
    kind: "messenger",
    id: row.id,
    name: row.name,
    state: stateOf(row.failingSince !== null, row.lastGoodAt),
    goodAt: row.lastGoodAt,
    problem: row.failingSince ? readNotedOrNull(row.lastError) : null,
  }));
}

const mailStates = { none: "missing", untried: "untried", takes: "good", refuses: "failing" } as const;

async function readMail(): Promise<Need> {
  const { state, tried_at, last_error_rule } = await getMailHealth();
  return {
    ...one("mail", state === "refuses" ? last_error_rule : null),
    state: mailStates[state],
    goodAt: state === "takes" && tried_at ? new Date(tried_at) : null,
  };
}

async function readBackup(): Promise<Need[]> {
  const backup = await readBackupState();
  if (!getConfig().backup.nightly && backup.triedAt === null) return [];
  const goodAt = backup.lastGoodAt ? new Date(backup.lastGoodAt) : null;
  const isFailing = backup.problem !== null || (goodAt !== null && isBackupOld(goodAt));
  const found = isFailing ? (backup.problem ?? problem("backup_is_old")) : null;
  return [{ ...one("backup", found), state: stateOf(isFailing, goodAt), goodAt }];
}

async function readStock(): Promise<Need> {
  const count = await countSoldOut(db());
  return one("stock", count > 0 ? problem("options_sold_out", { count }) : null);
}

/** Everything, each with its state. The overview, readiness and metrics read it here, and alerts are raised where it changes. */
export async function readNeeds(): Promise<Need[]> {
  const [own, channels, stock, suppliers, mail, messengers, backup] = await Promise.all([
    readOwnNeeds(),
    readChannels(),
    readStock(),
    readSuppliers(),
    readMail(),
    readMessengers(),
    readBackup(),
  ]);
  return [...own.needs, ...channels, stock, ...suppliers, mail, ...messengers, ...backup];
}
