import { z } from "zod";
import { open, seal, sealedBy, sealKeyIds } from "../../core/crypto";
import { log } from "../../core/process/log";
import { db } from "../client";
import { insertKeySetting, lockKeySetting, updateKeySetting } from "../sql/key-settings";
import { lockSealedValues, readSealedRows, type SealedValue, updateSealedValues } from "../sql/sealed-values";
import { inTransaction, type Tx } from "../transaction";
import { type SealedColumn, sealedColumns } from "./sealed-columns";
import { sealsWithNewestKey } from "./verify-master-key";

/** How far the walk has come; in the database, so that another process continues when this one ends. */
const storedProgress = z.object({
  /** The name of the key that everything is to be sealed with. */
  to: z.string(),
  column: z.int(),
  after: z.array(z.string()).nullable(),
  /** In this walk: what still had another key, and what could not be opened. */
  found: z.int(),
  unreadable: z.int(),
  /** In all walks. */
  resealed: z.int(),
  isDone: z.boolean(),
});
type Progress = z.infer<typeof storedProgress>;

export type Resealed = Pick<Progress, "to" | "resealed" | "unreadable">;

/** Rows that are looked at in one transaction. Buyers pass over the keys that it holds, for a few milliseconds. */
const slice = 200;

const begin = (to: string): Progress => ({
  to,
  column: 0,
  after: null,
  found: 0,
  unreadable: 0,
  resealed: 0,
  isDone: false,
});

function reseal(
  column: SealedColumn,
  { at, sealed, aad }: SealedValue,
): { at: string[]; sealed: Uint8Array } | null {
  try {
    return { at, sealed: seal(open(sealed, aad), aad) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    log.error(
      { table: column.table, column: column.column, row: at, reason },
      "a sealed value cannot be opened",
    );
    return null;
  }
}

/** One slice. @returns where it ended, `null` at the end of the table. */
async function resealSlice(tx: Tx, column: SealedColumn, progress: Progress): Promise<Progress> {
  const looked = await readSealedRows(tx, column, { after: progress.after, limit: slice });
  const old = looked.filter(({ keyId }) => keyId && keyId !== progress.to);
  const held = old.length > 0 ? await lockSealedValues(tx, column, old) : [];
  const locked = held.filter(({ sealed }) => sealedBy(sealed) !== progress.to);
  const done = locked.map((row) => reseal(column, row)).filter((row) => row !== null);
  if (done.length > 0) await updateSealedValues(tx, column, done);
  const unreadable = locked.length - done.length;
  const last = looked.length === slice ? looked.at(-1) : undefined;
  return {
    ...progress,
    column: last ? progress.column : progress.column + 1,
    after: last?.at ?? null,
    found: progress.found + old.length - unreadable,
    unreadable: progress.unreadable + unreadable,
    resealed: progress.resealed + done.length,
  };
}

async function lockProgress(tx: Tx, to: string): Promise<Progress> {
  await insertKeySetting(tx, "resealing", begin(to));
  const progress = storedProgress.safeParse(await lockKeySetting(tx, "resealing")).data;
  return progress?.to === to ? progress : begin(to);
}

/** A walk that found nothing is the last one: it has seen what other processes sealed during the walk before. */
function endOfWalk(progress: Progress): Progress {
  if (progress.column < sealedColumns.length) return progress;
  if (progress.found === 0) return { ...progress, isDone: true };
  return { ...begin(progress.to), resealed: progress.resealed };
}

async function step(
  tx: Tx,
  to: string,
  announce: (tx: Tx, result: Resealed) => Promise<void>,
): Promise<Progress> {
  const before = await lockProgress(tx, to);
  const column = sealedColumns[before.column];
  if (before.isDone || !column) return { ...before, isDone: true };
  const after = endOfWalk(await resealSlice(tx, column, before));
  await updateKeySetting(tx, "resealing", after);
  if (after.isDone) await announce(tx, after);
  return after;
}

async function hasWork(to: string): Promise<boolean> {
  if (sealKeyIds().length < 2 || !(await sealsWithNewestKey())) return false;
  const row = await db().setting.findUnique({ where: { key: "resealing" } });
  const progress = storedProgress.safeParse(row?.value).data;
  return progress?.to !== to || !progress.isDone;
}

/**
 * Seals with the first master key what a former one sealed (A23), slice by slice, until it is done or `budgetMs` are over (one at least).
 * Any number of processes may do so, beside buyers. `announce` runs in the transaction that ends it.
 * @returns whether something is left for another turn.
 */
export async function resealValues(
  budgetMs: number,
  announce: (tx: Tx, result: Resealed) => Promise<void>,
): Promise<boolean> {
  const [to = ""] = sealKeyIds();
  if (!(await hasWork(to))) return false;
  const started = performance.now();
  do {
    const { isDone } = await inTransaction((tx) => step(tx, to, announce));
    if (isDone) return false;
  } while (performance.now() - started < budgetMs);
  return true;
}
