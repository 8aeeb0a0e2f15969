import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../../core/log";
import { inTransaction } from "../../db/transaction";
import { endAlert, raiseAlert } from "../../notifications/raise-alert";
import { readJournalState } from "./journal-state";
import { purgeJournal } from "./purge-journal";
import { SalesJournal } from "./write-journal";

const everyMs = 5_000;
const lateMs = 120_000;
const farewellMs = 5_000;
const purgeMs = 3_600_000;
const alert = "backup.journal_late";

/** Tells of passes that fail or hang for longer than two minutes, and of the first one that succeeds. */
class JournalWatch {
  #goodAt = performance.now();
  #problem: string | null = null;
  /** Unknown at first: an alert of the process before may be open. */
  #isTold: boolean | null = null;

  async succeeded(): Promise<void> {
    this.#goodAt = performance.now();
    this.#problem = null;
    if (this.#isTold === false) return;
    await inTransaction((tx) => endAlert(tx, alert));
    this.#isTold = false;
  }

  failed(error: unknown): void {
    this.#problem = (error as Error).message;
    log.warn({ error }, "the journal of sales could not be written");
  }

  async look(): Promise<void> {
    if (this.#isTold || performance.now() - this.#goodAt < lateMs) return;
    const state = await readJournalState();
    await inTransaction((tx) =>
      raiseAlert(tx, {
        kind: alert,
        data: { completeAt: state?.completeAt ?? null, problem: this.#problem },
        dedupeKey: alert,
      }),
    );
    this.#isTold = true;
  }
}

/** Runs in every process with a worker; whoever finds that the last pass is some seconds old makes the next. */
export function keepJournal(): { stop(): Promise<void> } {
  const journal = new SalesJournal();
  const watch = new JournalWatch();
  let running: Promise<void> | null = null;
  let purgedAt = performance.now();
  const purge = async () => {
    if (performance.now() - purgedAt < purgeMs) return;
    purgedAt = performance.now();
    await purgeJournal();
  };
  const pass = (options?: { isLast: boolean }) =>
    journal
      .pass(options)
      .then(purge)
      .then(() => watch.succeeded())
      .catch((error: unknown) => watch.failed(error));
  const timer = setInterval(() => {
    watch
      .look()
      .catch((error: unknown) => log.warn({ error }, "the journal of sales could not be looked at"));
    running ??= pass().finally(() => {
      running = null;
    });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      const last = (async () => {
        await running;
        await pass({ isLast: true });
      })();
      await Promise.race([last, sleep(farewellMs, undefined, { ref: false })]);
    },
  };
}
