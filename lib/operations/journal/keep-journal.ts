import { setTimeout as sleep } from "node:timers/promises";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { log } from "../../core/process/log";
import { problemOf } from "../../core/refusals/noted";
import type { Problem } from "../../core/refusals/refusal";
import { inTransaction } from "../../db/transaction";
import { endAlert, raiseAlert } from "../../notifications/alerts/raise-alert";
import { backupStore } from "../backup/backup-store";
import { listBackups, salesFolder, timeOfName } from "../backup/stored-backup";
import { segmentMs } from "./journal-segment";
import { readJournalState } from "./journal-state";
import { SalesJournal } from "./write-journal";

const everyMs = 5_000;
const lateMs = 120_000;
const farewellMs = 5_000;
const purgeMs = 3_600_000;
const alert = "backup.journal_late";

/** One process's passes: each begins when the one before is over. What fails or hangs for two minutes is told. */
export class KeptJournal {
  readonly #journal = new SalesJournal();
  #running: Promise<void> | null = null;
  #goodAt = now().getTime();
  #problem: Problem | null = null;
  /** Unknown at first: an alert of the process before may be open. */
  #isTold: boolean | null = null;
  #purgedAt = now().getTime();

  async #pass(isLast: boolean): Promise<void> {
    try {
      await this.#journal.pass({ isLast });
      this.#goodAt = now().getTime();
      this.#problem = null;
      if (this.#isTold !== false) await inTransaction((tx) => endAlert(tx, alert));
      this.#isTold = false;
      if (this.#goodAt - this.#purgedAt < purgeMs) return;
      this.#purgedAt = this.#goodAt;
      await purgeJournal();
    } catch (error) {
      this.#problem = problemOf(error);
      log.warn({ error }, "the journal of sales could not be written");
    }
  }

  async #look(): Promise<void> {
    const isTroubled = this.#problem !== null || this.#running !== null;
    if (!isTroubled || this.#isTold || now().getTime() - this.#goodAt < lateMs) return;
    const state = await readJournalState();
    const data = { completeAt: state?.completeAt ?? null, problem: this.#problem };
    await inTransaction((tx) => raiseAlert(tx, { kind: alert, data, dedupeKey: alert }));
    this.#isTold = true;
  }

  /** @returns when the pass is over */
  async tick(): Promise<void> {
    await this.#look().catch((error: unknown) =>
      log.warn({ error }, "the journal of sales could not be looked at"),
    );
    this.#running ??= this.#pass(false).finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  /** So that a shop that was stopped in good order has a journal without an open end. */
  async end(): Promise<void> {
    await this.#running;
    await this.#pass(true);
  }
}

/** Runs in every process with a worker; whoever finds that the last pass is some seconds old makes the next. */
export function keepJournal(): { stop(): Promise<void> } {
  const journal = new KeptJournal();
  const timer = setInterval(() => void journal.tick(), everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await Promise.race([journal.end(), sleep(farewellMs, undefined, { ref: false })]);
    },
  };
}

const dayMs = 24 * 3_600_000;

/** Removes what no backup needs any more: it is older than all of them, and than as many days as backups are kept. */
export async function purgeJournal(): Promise<void> {
  const store = backupStore();
  const oldest = (await listBackups(store)).at(-1);
  const kept = now().getTime() - getConfig().backup.keep * dayMs;
  const until = Math.min(kept, oldest ? timeOfName(oldest.name).getTime() : kept) - 2 * segmentMs;
  for (const { name } of await store.list(salesFolder))
    if (timeOfName(name).getTime() < until) await store.remove(name);
}
