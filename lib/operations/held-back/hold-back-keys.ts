import { now } from "../../core/clock";
import { problem } from "../../core/refusals/refusal";
import { inTransaction } from "../../db/transaction";
import { sweepOrders } from "../../orders/close-order";
import { BackupError } from "../backup/backup-file";
import { readJournalState } from "../journal/journal-state";
import { type Journal, readJournal } from "../journal/read-journal";
import { beginJournal } from "../journal/write-journal";
import { findLostOrders, findSoldTwice, type LostOrder, readReservations } from "../sql/held-back-keys";
import { type Amount, findFor, type HeldBack, HoldingBack, weekMs } from "./holding-back";

export interface HoldBackOptions {
  /** The moment of the backup, or of the last transaction that the promoted standby had; else what the database says itself. */
  since?: Date | undefined;
  /** When the shop ended; else now. */
  ended?: Date | undefined;
  /** So many of each SKU, instead of what follows from the journal. */
  keys?: number | undefined;
  /** Only seconds are lost: without a journal the sales of the week before say how many they sold. */
  isFailOver?: boolean | undefined;
}

export interface HoldBack {
  since: Date;
  journal: Pick<Journal, "completeAt" | "missing" | "problems">;
  /** Where the number of held back keys comes from. */
  rule: "number" | "journal" | "estimate" | "all";
  lostOrders: LostOrder[];
  /** Keys that another order has here. */
  soldTwice: number[];
  skus: HeldBack[];
}

const hourMs = 3_600_000;
/** Sales come in bursts, and a key sold twice costs more than one that is sold a day later. */
const caution = 3;
const margin = 10;

/** Estimates the sales of a SKU in the gap: its rate in the time before, with a wide margin. */
export const estimate = (sold: number, periodMs: number, gapMs: number): number =>
  Math.ceil((sold / periodMs) * Math.max(0, gapMs) * caution) + margin;

function fromJournal(journal: Journal, completeAt: Date, gapMs: number): Amount {
  const lastHour = new Map<number, Set<number>>();
  for (const { id, at, skuId } of journal.sales)
    if (id > 0 && at.getTime() > completeAt.getTime() - hourMs)
      lastHour.set(skuId, (lastHour.get(skuId) ?? new Set()).add(id));
  return ({ skuId, isPickable }) => {
    // Where buyers choose there is no next key.
    if (isPickable) return null;
    const sold = estimate(lastHour.get(skuId)?.size ?? 0, hourMs, gapMs);
    return sold + journal.missing + (journal.reserved.get(skuId) ?? 0);
  };
}

function choose(
  { keys, isFailOver }: HoldBackOptions,
  journal: Journal,
  { since, ended }: { since: Date; ended: Date },
): { rule: HoldBack["rule"]; amount: Amount } {
  if (keys !== undefined) return { rule: "number", amount: () => keys };
  const { completeAt } = journal;
  const gapMs = ended.getTime() - (completeAt ?? since).getTime();
  // The sales of many hours do not follow from those of one.
  if (completeAt && gapMs <= hourMs)
    return { rule: "journal", amount: fromJournal(journal, completeAt, gapMs) };
  if (!isFailOver) return { rule: "all", amount: () => null };
  const amount: Amount = ({ sold, isPickable }) => (isPickable ? null : estimate(sold, weekMs, gapMs));
  return { rule: "estimate", amount };
}

/** The keys of one order may have been looked up apart. */
function joinOrders(found: readonly LostOrder[]): LostOrder[] {
  const orders = new Map<string, LostOrder>();
  for (const order of found) {
    const keys = (orders.get(order.orderNo)?.keys ?? 0) + order.keys;
    orders.set(order.orderNo, { ...(orders.get(order.orderNo) ?? order), keys });
  }
  return [...orders.values()];
}

/**
 * Before a shop opens that has forgotten sales, by a restore or a fail-over: keys that somebody has must not be sold again. Those
 * that the journal names are void for good, and what nobody can know is held back. `askGateways` runs between: it may deliver to
 * an order what that order holds, and nothing that is held back.
 */
export async function holdBackKeys<T>(
  options: HoldBackOptions,
  askGateways: (since: Date) => Promise<T>,
): Promise<HoldBack & { asked: T }> {
  const state = await readJournalState();
  const written = state && new Date(state.completeAt);
  const since = options.since ?? written;
  if (!since) throw new BackupError(problem("backup_time_unknown"));
  const known = written && written < since ? written : since;
  const journal = await readJournal(known);
  const recent = journal.sales.filter(({ at }) => at.getTime() > known.getTime() - hourMs);
  const lostOrders = joinOrders(await findFor(recent, findLostOrders));
  const { rule, amount } = choose(options, journal, { since, ended: options.ended ?? now() });
  const work = new HoldingBack(since, journal.sales, await inTransaction(readReservations));
  await work.voidJournaled(false);
  await work.voidNext(amount);
  const asked = await askGateways(since);
  while ((await sweepOrders()) > 0);
  await work.voidJournaled(true);
  await work.voidReleased(rule === "all");
  const soldTwice = [...new Set(await findFor(recent, findSoldTwice))];
  await beginJournal(await readJournalState(), work.heldBack());
  const { completeAt, missing, problems } = journal;
  const skus = await work.tell();
  return { since, journal: { completeAt, missing, problems }, rule, lostOrders, soldTwice, skus, asked };
}
