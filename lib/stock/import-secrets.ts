import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { now } from "../core/clock";
import { AppError } from "../core/errors";
import { refusal } from "../core/refusals/refusal";
import { inTransaction, type Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import { moveStock } from "./count-stock";
import { requireKeyedSku } from "./require-sku";
import type { ImportReport } from "./schema";
import { hashSecret, sealSecret } from "./seal-secret";
import { insertSecrets, nextSecretIds } from "./sql/reservations";

export const maxSecretBytes = 16_384;
/** One INSERT a chunk: keeps statements and memory small at 100,000 lines. */
const chunkSize = 2_000;
const longImport = { timeout: 120_000 };

export interface SecretLines {
  lines: string[];
  empty: number;
  repeated: number;
}

/**
 * One secret a line; blank lines and repeats within the text are dropped and counted. A key is kept byte for byte, and one
 * that holds U+FFFD is refused: a program put it where it could not read the bytes, so it is not the key any more.
 */
export function splitSecrets(text: string): SecretLines {
  const all = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const filled = all.filter((line) => line.trim() !== "");
  const lost = all.findIndex((line) => line.includes("\uFFFD"));
  if (lost !== -1) {
    throw new AppError("malformed", refusal("lost_character", { line: lost + 1 }), {
      field: "secrets",
    });
  }
  const lines = [...new Set(filled)];
  const long = lines.findIndex((line) => Buffer.byteLength(line) > maxSecretBytes);
  if (long !== -1) {
    throw new AppError("malformed", refusal("secret_too_long", { number: long + 1, max: maxSecretBytes }), {
      field: "secrets",
    });
  }
  return { lines, empty: all.length - filled.length, repeated: filled.length - lines.length };
}

interface Elsewhere {
  hashes: Set<string>;
  skus: ImportReport["elsewhere"];
}

const hex = (hash: Uint8Array) => Buffer.from(hash).toString("hex");

/** Which of the lines another option has: the same key under two options would be sold twice. */
async function findElsewhere(tx: Tx, skuId: number, lines: readonly string[]): Promise<Elsewhere> {
  const found: Elsewhere = { hashes: new Set(), skus: [] };
  for (let start = 0; start < lines.length; start += chunkSize) {
    const contentHash = { in: lines.slice(start, start + chunkSize).map((line) => hashSecret(line)) };
    const rows = await tx.secret.findMany({
      where: { contentHash, skuId: { not: skuId } },
      select: { skuId: true, contentHash: true },
    });
    for (const row of rows) {
      found.hashes.add(hex(row.contentHash));
      const known = found.skus.find((sku) => sku.sku_id === row.skuId);
      if (known) known.count += 1;
      else found.skus.push({ sku_id: row.skuId, name: "", count: 1 });
    }
  }
  const names = await tx.sku.findMany({
    where: { id: { in: found.skus.map((sku) => sku.sku_id) } },
    select: { id: true, name: true, product: { select: { title: true } } },
  });
  for (const sku of found.skus) {
    const row = names.find(({ id }) => id === sku.sku_id);
    if (row) sku.name = `${row.product.title} · ${row.name}`;
  }
  return found;
}

interface Stored {
  imported: number;
  voided: number;
  /** Which of the lines were here already, from 0. */
  duplicates: number[];
}

async function insertChunk(
  tx: Tx,
  skuId: number,
  batchId: number,
  lines: readonly string[],
): Promise<Stored> {
  const ids = await nextSecretIds(tx, lines.length);
  const rows = lines.map((line, index) => {
    const id = ids[index] ?? 0;
    return { id, sealed: sealSecret(id, line), hash: hashSecret(line) };
  });
  const isStored = new Set(await insertSecrets(tx, { skuId, batchId }, rows));
  const imported = isStored.size;
  if (imported === lines.length) return { imported, voided: 0, duplicates: [] };
  const duplicates = rows.flatMap(({ id }, index) => (isStored.has(id) ? [] : [index]));
  const contentHash = { in: rows.map((row) => row.hash) };
  return {
    imported,
    duplicates,
    voided: await tx.secret.count({ where: { skuId, status: "void", contentHash } }),
  };
}

/** The step: stores the lines as available secrets of one batch and moves the counter. */
export async function storeSecrets(
  tx: Tx,
  {
    skuId,
    lines,
    note,
    staffId,
    addTo = null,
  }: {
    skuId: number;
    lines: readonly string[];
    note: string;
    staffId: number | null;
    /** A batch of this SKU that the lines belong to; without one they make their own. */
    addTo?: number | null;
  },
): Promise<Stored & { batchId: number }> {
  const batch =
    addTo === null
      ? await tx.secretBatch.create({ data: { skuId, note, createdById: staffId, createdAt: now() } })
      : await tx.secretBatch.findUnique({ where: { id: addTo, skuId } });
  if (!batch) throw new AppError("malformed", "not_a_batch", { field: "batch_id" });
  let [imported, voided] = [0, 0];
  const duplicates: number[] = [];
  for (let start = 0; start < lines.length; start += chunkSize) {
    const stored = await insertChunk(tx, skuId, batch.id, lines.slice(start, start + chunkSize));
    imported += stored.imported;
    voided += stored.voided;
    for (const index of stored.duplicates) duplicates.push(start + index);
  }
  await tx.secretBatch.update({
    where: { id: batch.id },
    data: {
      importedCount: { increment: imported },
      duplicateCount: { increment: lines.length - imported },
    },
  });
  await moveStock(tx, [{ skuId, available: imported }]);
  // Orders that were paid while stock was short are served now (C24).
  await enqueue(tx, "order.redeliver", { skuId }, { jobKey: `order.redeliver:${skuId}` });
  return { batchId: batch.id, imported, voided, duplicates };
}

export interface ImportRequest {
  skuId: number;
  text: string;
  note: string;
  addTo?: number | null;
  /** Does not import what another option has. */
  leaveOutElsewhere?: boolean;
}

/** Imports pasted or uploaded secrets, one a line, and reports what was stored and what was a duplicate. */
export async function importSecrets(
  actor: AdminActor | "system",
  client: ClientInfo | null,
  { skuId, text, note, addTo = null, leaveOutElsewhere = false }: ImportRequest,
): Promise<ImportReport> {
  const { lines, empty, repeated } = splitSecrets(text);
  if (lines.length === 0) throw new AppError("malformed", "empty", { field: "secrets" });
  await requireKeyedSku(skuId);
  return inTransaction(async (tx) => {
    const elsewhere = await findElsewhere(tx, skuId, lines);
    const wanted =
      leaveOutElsewhere && elsewhere.hashes.size > 0
        ? lines.filter((line) => !elsewhere.hashes.has(hex(hashSecret(line))))
        : lines;
    const { batchId, imported, voided, duplicates } = await storeSecrets(tx, {
      skuId,
      lines: wanted,
      note,
      staffId: actor === "system" ? null : actor.staffId,
      addTo,
    });
    await recordAudit(tx, actor, client, {
      action: "stock.import",
      target: `sku:${skuId}`,
      data: { batchId, imported, lines: lines.length },
    });
    // What was left out for another option stands in `elsewhere`; the caller knows its lines by their place.
    const places = wanted === lines ? null : new Map(lines.map((line, index) => [line, index]));
    return {
      batch_id: batchId,
      imported,
      elsewhere: elsewhere.skus,
      duplicates: duplicates.length,
      voided,
      repeated,
      empty,
      duplicate_lines: duplicates.map((index) => places?.get(wanted[index] ?? "") ?? index),
    };
  }, longImport);
}
