import { now } from "../core/clock";
import { AppError } from "../core/errors";
import type { Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import { moveStock } from "./count-stock";
import { hashSecret, sealSecret } from "./seal-secret";
import { insertSecrets, nextSecretIds } from "./sql/new-secrets";

/** One INSERT a chunk: keeps statements and memory small at 100,000 lines. */
const chunkSize = 2_000;

export interface NewKey {
  content: string;
  useBy?: Date | null;
  note?: string | null;
  costCents?: bigint | null;
  publicLabel?: string | null;
}

export interface Stored {
  imported: number;
  voided: number;
  /** Which of the lines were here already, from 0. */
  duplicates: number[];
}

/** From now on the option asks for dates when it claims a key. */
export const markDated = (tx: Tx, skuId: number) =>
  tx.sku.updateMany({ where: { id: skuId, hasUseBy: false }, data: { hasUseBy: true, updatedAt: now() } });

async function insertChunk(tx: Tx, skuId: number, batchId: number, keys: readonly NewKey[]): Promise<Stored> {
  const ids = await nextSecretIds(tx, keys.length);
  const rows = keys.map(({ content, ...key }, index) => {
    const id = ids[index] ?? 0;
    const { useBy = null, note = null, costCents = null, publicLabel = null } = key;
    return {
      id,
      sealed: sealSecret(id, content),
      hash: hashSecret(content),
      useBy,
      note,
      costCents,
      publicLabel,
    };
  });
  const isStored = new Set(await insertSecrets(tx, { skuId, batchId }, rows));
  const imported = isStored.size;
  if (imported === keys.length) return { imported, voided: 0, duplicates: [] };
  const duplicates = rows.flatMap(({ id }, index) => (isStored.has(id) ? [] : [index]));
  const contentHash = { in: rows.map((row) => row.hash) };
  return {
    imported,
    duplicates,
    voided: await tx.secret.count({ where: { skuId, status: "void", contentHash } }),
  };
}

/** The step: stores the keys as available secrets of one batch and moves the counter. */
export async function storeSecrets(
  tx: Tx,
  {
    skuId,
    keys,
    note,
    staffId,
    addTo = null,
  }: {
    skuId: number;
    keys: readonly NewKey[];
    note: string;
    staffId: number | null;
    /** A batch of this SKU that the keys belong to; without one they make their own. */
    addTo?: number | null;
  },
): Promise<Stored & { batchId: number }> {
  const batch =
    addTo === null
      ? await tx.secretBatch.create({ data: { skuId, note, createdById: staffId, createdAt: now() } })
      : await tx.secretBatch.findUnique({ where: { id: addTo, skuId } });
  if (!batch) throw new AppError("malformed", "not_a_batch", { field: "batch_id" });
  if (keys.some(({ useBy }) => useBy)) await markDated(tx, skuId);
  let [imported, voided] = [0, 0];
  const duplicates: number[] = [];
  for (let start = 0; start < keys.length; start += chunkSize) {
    const stored = await insertChunk(tx, skuId, batch.id, keys.slice(start, start + chunkSize));
    imported += stored.imported;
    voided += stored.voided;
    for (const index of stored.duplicates) duplicates.push(start + index);
  }
  await tx.secretBatch.update({
    where: { id: batch.id },
    data: {
      importedCount: { increment: imported },
      duplicateCount: { increment: keys.length - imported },
    },
  });
  await moveStock(tx, [{ skuId, available: imported }]);
  // Orders that were paid while stock was short are served now (C24).
  await enqueue(tx, "order.redeliver", { skuId }, { jobKey: `order.redeliver:${skuId}` });
  return { batchId: batch.id, imported, voided, duplicates };
}
