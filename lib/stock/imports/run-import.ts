import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { failpoint } from "../../core/process/failpoint";
import { refusal, type Said, toRefusal } from "../../core/refusals/refusal";
import { isOneOf } from "../../core/shapes/records";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { lockImport } from "../sql/key-imports";
import { endImport } from "./end-import";
import { enqueueImport } from "./enqueue-import";
import { openOptionIndex } from "./find-options";
import { moveImport } from "./move-import";
import { PieceGone, readPieces } from "./pieces";
import { readKey } from "./read-key";
import { BrokenTable, type KeyRecord, readRecords } from "./read-records";
import { keyFormat, type LineReason, leftOutReasons } from "./schema";
import { isRunning, type RunningStatus } from "./state";
import { type BatchResult, type PlacedKey, storeBatch, weighBatch } from "./store-batch";
import { readSums } from "./sums";

/** One transaction: a buyer of the same option waits for its counter no longer than that takes. */
const batchRecords = 2_000;
const batchCharacters = 4 * 1024 * 1024;
/** Lines that are kept with their reason; all of them are counted. */
const keptLines = 10_000;
/** Short, so that a stop of the shop need not wait; what follows is a job of its own. */
const turnMs = 5_000;
/** A batch may bring keys for as many options as it has lines. */
const longBatch = { timeout: 120_000 };

type Counts = Partial<Record<LineReason | "imported", number>>;
type Import = NonNullable<Awaited<ReturnType<typeof findImport>>>;

const findImport = (id: number) => db().keyImport.findUnique({ where: { id } });

/** Another process took the import further, or it was canceled. */
class NotOurs extends Error {}

async function* inBatches(records: AsyncIterable<KeyRecord>, skip: number): AsyncGenerator<KeyRecord[]> {
  let batch: KeyRecord[] = [];
  let characters = 0;
  let number = 0;
  for await (const record of records) {
    number += 1;
    if (number <= skip) continue;
    batch.push(record);
    for (const cell of record.cells) characters += cell.length;
    if (batch.length < batchRecords && characters < batchCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

const add = (sums: Record<string, number>, name: string | number, count: number) => {
  sums[name] = (sums[name] ?? 0) + count;
};

const isLeftOut = (reason: string) => isOneOf(leftOutReasons, reason);

/** As many of each sort: a hundred thousand known keys must not hide the three lines with a fault. */
async function noteLines(tx: Tx, importId: number, counts: Counts, refused: BatchResult["refused"]) {
  const data = [true, false].flatMap((leftOut) => {
    const before = Object.entries(counts).reduce(
      (sum, [name, n]) => (name !== "imported" && isLeftOut(name) === leftOut ? sum + n : sum),
      0,
    );
    const lines = refused.filter(({ reason }) => isLeftOut(reason) === leftOut);
    return lines.slice(0, Math.max(0, keptLines - before)).map((line) => ({ importId, ...line }));
  });
  for (const { reason } of refused) add(counts, reason, 1);
  if (data.length > 0) await tx.keyImportLine.createMany({ data, skipDuplicates: true });
}

interface Step {
  status: RunningStatus;
  done: number;
  piecesDone: number;
}

/** One batch and how far the import has come with it: both or neither. @throws NotOurs */
async function takeBatch(
  { id, note, leaveOutElsewhere, createdById }: Import,
  { status, done, piecesDone }: Step,
  { keys, refused, records }: { keys: PlacedKey[]; refused: BatchResult["refused"]; records: number },
): Promise<void> {
  await inTransaction(async (tx) => {
    const row = await lockImport(tx, id);
    if (row?.status !== status || row.records_done !== done) throw new NotOurs();
    const [batches, counts, elsewhere] = [row.batches, row.counts, row.elsewhere].map(readSums);
    if (!batches || !counts || !elsewhere) throw new Error("an import without its sums");
    const result =
      status === "checking"
        ? await weighBatch(tx, keys, leaveOutElsewhere)
        : await storeBatch(tx, keys, { batches, leaveOutElsewhere, note, staffId: createdById });
    const lines = [...refused, ...result.refused].sort((a, b) => a.line - b.line);
    await noteLines(tx, id, counts, lines);
    add(counts, "imported", result.imported);
    for (const [skuId, count] of result.elsewhere) add(elsewhere, skuId, count);
    await tx.keyImport.update({
      where: { id },
      data: { recordsDone: done + records, piecesDone, counts, elsewhere, batches, changedAt: now() },
    });
    failpoint("before-commit");
  }, longBatch);
}

/** The end, if nobody took the import further meanwhile. */
const finish = (id: number, { status, done, piecesDone }: Step): Promise<void> =>
  inTransaction(async (tx) => {
    const row = await lockImport(tx, id);
    if (row?.status !== status || row.records_done !== done) return;
    await tx.keyImport.update({ where: { id }, data: { piecesDone } });
    if (status === "checking") await moveImport(tx, id, "checked");
    else await endImport(tx, "system", null, { id, to: "done" });
  });

const fail = (id: number, said: Said): Promise<void> =>
  inTransaction(async (tx) => {
    await endImport(tx, "system", null, { id, to: "failed", problem: toRefusal(said) });
  });

/** Why it cannot go on, however often it is tried; null for what the queue may try again. */
function problemOf(error: unknown): Said | null {
  if (error instanceof BrokenTable) return refusal("broken_table", { line: error.line });
  return error instanceof AppError ? error.refusal : null;
}

async function readOn(job: Import, status: RunningStatus, budgetMs: number): Promise<"done" | "more"> {
  const format = keyFormat.parse(job.format);
  const shop = { timeZone: (await getSettings()).timeZone, at: now() };
  const options = openOptionIndex(job.skuId);
  const step: Step = { status, done: job.recordsDone, piecesDone: 0 };
  const pieces = readPieces(job.id, job.pieceCount, (done) => {
    step.piecesDone = done;
  });
  let until = 0;
  for await (const batch of inBatches(readRecords(pieces, format), job.recordsDone)) {
    // Records that were done before are only passed over: a turn always does some seconds of new work.
    until ||= performance.now() + budgetMs;
    const read = batch.map((record) => readKey(record, format, shop));
    const found = read.flatMap((one) => ("key" in one ? [one.key] : []));
    await options.learn(found);
    const refused = read.flatMap((one) => ("key" in one ? [] : [one]));
    const keys: PlacedKey[] = [];
    for (const key of found) {
      const option = options.find(key);
      if (typeof option === "number") keys.push({ ...key, skuId: option });
      else refused.push({ line: key.line, reason: option });
    }
    await takeBatch(job, step, { keys, refused, records: batch.length });
    step.done += batch.length;
    if (performance.now() > until) return "more";
  }
  await finish(job.id, step);
  return "done";
}

/**
 * Takes an import further for some seconds, batch by batch; then a job of its own goes on. A process that dies leaves whole
 * batches behind, and the next one begins exactly after them.
 */
export async function runImport(id: number, budgetMs = turnMs): Promise<void> {
  const job = await findImport(id);
  if (!job || !isRunning(job.status)) return;
  try {
    const ended = await readOn(job, job.status, budgetMs);
    if (ended === "more") await inTransaction((tx) => enqueueImport(tx, id));
  } catch (error) {
    if (error instanceof NotOurs || error instanceof PieceGone) return;
    const problem = problemOf(error);
    if (problem === null) throw error;
    await fail(id, problem);
  }
}
