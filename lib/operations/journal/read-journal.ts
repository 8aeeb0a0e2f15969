import { text } from "node:stream/consumers";
import { backupStore } from "../backup/backup-store";
import { salesFolder, timeOfName } from "../backup/stored-backup";
import type { Sale } from "../sql/sold-keys";
import { readSegment, type SalesRecord } from "./journal-record";
import { segmentMs } from "./journal-segment";
import { type JournalState, readJournalState } from "./journal-state";

export interface Journal {
  /** All that can be read, also of before the backup, and some of them twice. */
  sales: Sale[];
  /** Every sale before this moment is known, but for `missing` ones. Null: the journal does not go on from this database. */
  completeAt: Date | null;
  /** At most so many sales stood in lines that cannot be read. */
  missing: number;
  /** The keys that open orders held at the end, by SKU. */
  reserved: Map<number, number>;
  /** One sentence each. */
  problems: string[];
}

/** How many of the ascending `ids` are at most `limit`. */
function countUpTo(ids: readonly number[], limit: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Reached {
  id: number;
  at: string;
  missing: number;
}

/** Goes along the records of one line of time. What no record covers is missing, whatever it was. */
function follow(records: readonly SalesRecord[], begin: Pick<Reached, "id" | "at">): Reached {
  const ids = [...new Set(records.flatMap(({ sales }) => sales.map(({ id }) => id)))].sort((a, b) => a - b);
  const known = (above: number, upTo: number) => countUpTo(ids, upTo) - countUpTo(ids, above);
  const reached = { ...begin, missing: 0 };
  for (const { from, to, at, count } of [...records].sort((a, b) => a.from - b.from || a.to - b.to)) {
    if (to < reached.id) continue;
    if (from > reached.id) reached.missing += from - reached.id - known(reached.id, from);
    reached.missing += Math.max(0, count - known(from, to));
    reached.id = to;
    if (at > reached.at) reached.at = at;
  }
  return reached;
}

/** Judges the sales after `state`: in its own line of time, and in those that began when it was restored before. */
function judge(state: JournalState, records: readonly SalesRecord[]): Reached | null {
  const lines = new Map<string, SalesRecord[]>();
  for (const record of records) {
    const line = lines.get(record.epoch);
    if (line) line.push(record);
    else lines.set(record.epoch, [record]);
  }
  const own = follow(lines.get(state.epoch) ?? [], { id: state.writtenId, at: state.completeAt });
  if (own.at === state.completeAt) return null;
  const reached = own;
  for (const [epoch, line] of lines) {
    if (epoch === state.epoch || line.every(({ at }) => at < state.completeAt)) continue;
    const begin = line.find(({ begins }) => begins);
    if (!begin) return null;
    const other = follow(line, { id: begin.from, at: begin.at });
    reached.missing += other.missing;
    if (other.at > reached.at) reached.at = other.at;
  }
  return reached;
}

/** Two files may overlap by the time that one of them is written. */
const marginMs = 2 * segmentMs;

/** The journal beside the backups, from `since` on: what this database knew at that moment need not be read. */
export async function readJournal(since: Date): Promise<Journal> {
  const store = backupStore();
  const names = (await store.list(salesFolder))
    .map(({ name }) => name)
    .filter((name) => timeOfName(name).getTime() > since.getTime() - marginMs);
  const records: SalesRecord[] = [];
  const problems: string[] = [];
  for (const name of names.sort()) {
    const segment = readSegment(name, await text(await store.read(name)));
    records.push(...segment.records);
    problems.push(...segment.problems);
  }
  const state = await readJournalState();
  const reached = state && judge(state, records);
  const newest = records.reduce<SalesRecord | null>((a, b) => (a && a.at > b.at ? a : b), null);
  // Keys that this database held back itself are known to it, and staff may have judged them since.
  const isOwn = ({ begins, epoch }: SalesRecord) => begins === true && epoch === state?.epoch;
  return {
    sales: records.flatMap((record) => (isOwn(record) ? [] : record.sales)),
    completeAt: reached ? new Date(reached.at) : null,
    missing: reached?.missing ?? 0,
    reserved: new Map(newest?.reserved),
    problems,
  };
}
