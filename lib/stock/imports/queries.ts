import { notFound } from "../../core/errors";
import { csvTable } from "../../core/formats/csv";
import type { Locale } from "../../core/locale";
import { pageSlice } from "../../core/paging";
import type { Refusal } from "../../core/refusals/refusal";
import { sayRefusal } from "../../core/refusals/translate";
import { isOneOf } from "../../core/shapes/records";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import { createdBetween } from "../../db/filters";
import type { KeyImport } from "../../db/generated/client";
import { getSettings } from "../../settings/queries";
import { findRefusedLines } from "../sql/key-imports";
import { type KeyImportView, keyFormat, leftOutReasons, lineReasons, reasonCounts } from "./schema";
import { isRunning } from "./state";
import { readSums } from "./sums";

const shownLines = 50;

async function namesOf(skuIds: readonly number[]): Promise<Map<number, string>> {
  if (skuIds.length === 0) return new Map();
  const rows = await db().sku.findMany({
    where: { id: { in: [...skuIds] } },
    select: { id: true, name: true, product: { select: { title: true } } },
  });
  return new Map(rows.map(({ id, name, product }) => [id, `${product.title} · ${name}`]));
}

/** Several rows with what belongs to them, by one statement each kind. */
async function viewsOf(rows: readonly KeyImport[], locale: Locale): Promise<KeyImportView[]> {
  const elsewhere = rows.flatMap((row) => Object.keys(readSums(row.elsewhere)).map(Number));
  const own = rows.flatMap(({ skuId }) => (skuId === null ? [] : [skuId]));
  const names = await namesOf([...new Set([...elsewhere, ...own])]);
  const ids = rows.map(({ id }) => id);
  const lines = await findRefusedLines(db(), ids, { leftOut: leftOutReasons, each: shownLines });
  return rows.map((row) => {
    const { imported: counted = 0, ...rest } = readSums(row.counts);
    const hasStored = Object.keys(readSums(row.batches)).length > 0;
    // A check counts what it would store; one that ended stored nothing.
    const imported = hasStored || row.status === "checking" || row.status === "checked" ? counted : 0;
    return {
      id: row.id,
      sku_id: row.skuId,
      sku_name: row.skuId === null ? null : (names.get(row.skuId) ?? null),
      name: row.name,
      note: row.note,
      status: row.status,
      is_running: isRunning(row.status),
      format: keyFormat.parse(row.format),
      pieces: row.pieceCount,
      pieces_done: row.piecesDone,
      read: row.recordsDone,
      imported,
      not_imported: reasonCounts.parse(rest),
      elsewhere: Object.entries(readSums(row.elsewhere)).map(([id, count]) => ({
        sku_id: Number(id),
        name: names.get(Number(id)) ?? "",
        count,
      })),
      batches: Object.entries(readSums(row.batches)).map(([id, batch_id]) => ({
        sku_id: Number(id),
        batch_id,
      })),
      refused: lines
        .filter(({ importId }) => importId === row.id)
        .flatMap(({ line, reason }) => (isOneOf(lineReasons, reason) ? [{ line, reason }] : [])),
      problem: row.problem === null ? null : sayRefusal(row.problem as unknown as Refusal, locale),
      created_at: toTime(row.createdAt),
      changed_at: toTime(row.changedAt),
    };
  });
}

export async function getImport(id: number, locale: Locale): Promise<KeyImportView> {
  const row = await db().keyImport.findUnique({ where: { id } });
  const [view] = row ? await viewsOf([row], locale) : [];
  if (!view) throw notFound("key_import");
  return view;
}

interface Filter {
  page: number;
  per_page: number;
  sku_id?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

export async function listImports({ sku_id: skuId, from, to, ...paging }: Filter, locale: Locale) {
  const where = {
    ...(skuId === undefined ? {} : { skuId }),
    ...createdBetween({ from, to }),
    // Ended before a key was stored, as after "Check first": nothing came in that could be looked up.
    NOT: { status: "canceled" as const, batches: { equals: {} } },
  };
  const [total, rows] = await Promise.all([
    db().keyImport.count({ where }),
    db().keyImport.findMany({ where, orderBy: { id: "desc" }, ...pageSlice(paging) }),
  ]);
  return { imports: await viewsOf(rows, locale), total, ...paging };
}

/**
 * Finds the import that its page goes on showing when it is opened again: one that runs, or whose check waits for
 * somebody.
 */
export async function findOpenImport(skuId: number | null, locale: Locale): Promise<KeyImportView | null> {
  const row = await db().keyImport.findFirst({
    where: { skuId, status: { in: ["checking", "checked", "importing"] } },
    orderBy: { id: "desc" },
  });
  const [view] = row ? await viewsOf([row], locale) : [];
  return view ?? null;
}

/** Number and reason of every line that is kept; never what stood in it. @throws AppError `not_found` */
export async function exportLines(importId: number): Promise<AsyncGenerator<string>> {
  if (!(await db().keyImport.findUnique({ where: { id: importId }, select: { id: true } })))
    throw notFound("key_import");
  const { timeZone } = await getSettings();
  return csvTable({
    columns: { line: "number", reason: "text" },
    timeZone,
    cell: ({ id, reason }: { id: number; reason: string }, column) => (column === "line" ? id : reason),
    read: async (after, size) => {
      const rows = await db().keyImportLine.findMany({
        where: { importId, line: { gt: after } },
        orderBy: { line: "asc" },
        take: size,
      });
      return rows.map(({ line, reason }) => ({ id: line, reason }));
    },
  });
}
