import { setTimeout as sleep } from "node:timers/promises";
import { now } from "../../core/clock";
import { newUuid } from "../../core/ids";
import { db } from "../../db/client";
import { isOneRunning, readNewestSale, readReserved, readSales, type Sale } from "../sql/sold-keys";
import type { SalesRecord } from "./journal-record";
import { JournalSegment } from "./journal-segment";
import { type JournalState, moveJournalState, readJournalState } from "./journal-state";

/** Another process wrote so recently that this one has nothing to do. */
const freshMs = 4_000;
/** Without a sale it is enough to say now and then that there was none. */
const idleMs = 30_000;
const batch = 5_000;
const waitMs = 100;
const waits = 20;

/** A sale takes milliseconds: what has not ended after two seconds is waited for in the next pass. */
async function haveEnded(transactions: readonly string[]): Promise<boolean> {
  if (transactions.length === 0) return true;
  for (let n = 0; n < waits; n++) {
    if (!(await isOneRunning(db(), transactions))) return true;
    await sleep(waitMs);
  }
  return false;
}

/**
 * A new line of time. `heldBack`: keys that were taken off sale because nobody knows whether they were sold; a later restore takes
 * them off again.
 */
export async function beginJournal(former: JournalState | null, heldBack: Sale[] = []): Promise<void> {
  const at = now().toISOString();
  const { last, busy } = await readNewestSale(db());
  if (former === null && !(await haveEnded(busy))) return;
  const writtenId = former?.writtenId ?? last;
  const state: JournalState = { epoch: newUuid(), writtenId, completeAt: former?.completeAt ?? at };
  const { epoch, completeAt } = state;
  const reserved = await readReserved(db());
  const place = { epoch, from: writtenId, to: writtenId, count: 0, at: completeAt };
  await new JournalSegment().add({ ...place, begins: true, reserved, sales: heldBack });
  await moveJournalState(former, state);
}

/** Facts that a pass knows before it reads the sales. */
interface Looked {
  at: string;
  /** The highest id that could be seen, and whether all lower ones are decided. */
  last: number;
  isDecided: boolean;
  /** It is time to say that nothing was sold. */
  isBeat: boolean;
  reserved: SalesRecord["reserved"];
}

/**
 * Writes the sales of the shop beside its backups, so that a restored one knows what it does not remember. Sales are read by their
 * ids, and ids are not committed in their order: up to `writtenId` every transaction has ended; what is seen above it is written
 * at once and looked at again. Any number of processes may do so, and may die at any point: a record is stored before the state
 * that names it, and one that is written twice says the same twice.
 */
export class SalesJournal {
  #segment: JournalSegment | null = null;
  /** Sales above the state's id that are written. */
  #seen = new Set<number>();

  async #add(record: SalesRecord): Promise<void> {
    if (this.#segment === null || this.#segment.isFull) this.#segment = new JournalSegment();
    try {
      await this.#segment.add(record);
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  #forget(): void {
    this.#segment = null;
    this.#seen = new Set();
  }

  /** `isLast`: whatever was written recently. */
  async pass({ isLast = false } = {}): Promise<void> {
    const state = await readJournalState();
    if (state === null) return beginJournal(null);
    const age = now().getTime() - Date.parse(state.completeAt);
    // Below zero: the clock that wrote it was ahead.
    if (age >= 0 && age < freshMs && !isLast) return;
    const at = now().toISOString();
    const { last, busy } = await readNewestSale(db());
    const looked: Looked = {
      at,
      last,
      isDecided: await haveEnded(busy),
      isBeat: isLast || age < 0 || age > idleMs,
      reserved: await readReserved(db()),
    };
    let current: JournalState | null = state;
    let after = state.writtenId;
    while (current !== null) {
      const sales = await readSales(db(), after, batch);
      current = await this.#write(current, sales, looked);
      if (sales.length < batch) return;
      after = sales.at(-1)?.id ?? after;
    }
  }

  /** @returns null when there is nothing more to do, or another process did it */
  async #write(
    state: JournalState,
    found: Sale[],
    { at, last, isDecided, isBeat, reserved }: Looked,
  ): Promise<JournalState | null> {
    const isEnd = found.length < batch;
    const from = state.writtenId;
    const reached = isEnd ? last : Math.min(found.at(-1)?.id ?? last, last);
    const to = isDecided ? Math.max(from, reached) : from;
    const isComplete = isDecided && isEnd;
    const sales = found.filter(({ id }) => !this.#seen.has(id));
    if (sales.length === 0 && to === from && !(isComplete && isBeat)) return state;
    const next = { ...state, writtenId: to, completeAt: isComplete ? at : state.completeAt };
    const count = found.filter(({ id }) => id > from && id <= to).length;
    await this.#add({ epoch: state.epoch, from, to, count, at: next.completeAt, reserved, sales });
    if (!(await moveJournalState(state, next))) {
      this.#forget();
      return null;
    }
    for (const { id } of sales) this.#seen.add(id);
    for (const id of this.#seen) if (id <= to) this.#seen.delete(id);
    return next;
  }
}
