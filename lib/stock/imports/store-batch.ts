import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { moveStock } from "../count-stock";
import { hashSecret, hex, sealSecret } from "../seal-secret";
import { countKeyedOptions, findKnownKeys } from "../sql/key-imports";
import { insertSecrets, nextSecretIds } from "../sql/new-secrets";
import { markDated } from "../store-secrets";
import type { ReadKey } from "./read-key";
import type { LineReason } from "./schema";

export type PlacedKey = ReadKey & { skuId: number };

export interface BatchResult {
  imported: number;
  refused: { line: number; reason: LineReason }[];
  elsewhere: Map<number, number>;
}

type Hashed = PlacedKey & { hash: Uint8Array<ArrayBuffer>; name: string };

const hashed = (key: PlacedKey): Hashed => {
  const hash = hashSecret(key.content);
  return { ...key, hash, name: hex(hash) };
};

interface Sorting {
  batches: Readonly<Record<string, number>>;
  leaveOutElsewhere: boolean;
}

/** Which of the keys are new to their options; the others with their reason. */
async function sortOut(tx: Tx, keys: readonly Hashed[], { batches, leaveOutElsewhere }: Sorting) {
  const rows = await findKnownKeys(
    tx,
    keys.map(({ hash }) => hash),
  );
  const known = new Map<string, typeof rows>();
  for (const row of rows) {
    const name = hex(row.content_hash);
    known.set(name, [...(known.get(name) ?? []), row]);
  }
  const elsewhere = new Map<number, number>();
  const seen = new Set<string>();
  /** Keys of this very batch: a line above may put the same key into another option. */
  const taken = new Set<string>();
  const fresh: Hashed[] = [];
  const refused: BatchResult["refused"] = [];
  for (const key of keys) {
    const { line, skuId, name } = key;
    const place = `${skuId} ${name}`;
    const rowsOfKey = known.get(name) ?? [];
    const own = rowsOfKey.find((row) => row.sku_id === skuId);
    const isRepeated = seen.has(place) || (own !== undefined && own.batch_id === batches[skuId]);
    if (!isRepeated && !own)
      for (const { sku_id } of rowsOfKey)
        if (sku_id !== skuId) elsewhere.set(sku_id, (elsewhere.get(sku_id) ?? 0) + 1);
    if (isRepeated) refused.push({ line, reason: "repeated" });
    else if (own) refused.push({ line, reason: own.status === "void" ? "voided" : "duplicate" });
    else if (leaveOutElsewhere && (rowsOfKey.length > 0 || taken.has(name)))
      refused.push({ line, reason: "elsewhere" });
    else {
      fresh.push(key);
      taken.add(name);
    }
    seen.add(place);
  }
  return { fresh, refused, elsewhere };
}

/** Foretells the result for the keys; nothing is stored. */
export async function weighBatch(
  tx: Tx,
  keys: readonly PlacedKey[],
  leaveOutElsewhere: boolean,
): Promise<BatchResult> {
  const { fresh, refused, elsewhere } = await sortOut(tx, keys.map(hashed), {
    batches: {},
    leaveOutElsewhere,
  });
  return { imported: fresh.length, refused, elsewhere };
}

interface Storing {
  batches: Record<string, number>;
  leaveOutElsewhere: boolean;
  note: string;
  staffId: number | null;
}

async function openBatches(tx: Tx, skuIds: readonly number[], { batches, note, staffId }: Storing) {
  for (const skuId of skuIds) {
    if (batches[skuId] !== undefined) continue;
    const data = { skuId, note, createdById: staffId, createdAt: now() };
    batches[skuId] = (await tx.secretBatch.create({ data })).id;
  }
}

/**
 * Stores keys of one or several options, each in the batch of its import, and moves the counters last. `batches` is added to.
 * @throws AppError `state_conflict` when an option keeps no keys of its own any more
 */
export async function storeBatch(tx: Tx, keys: readonly PlacedKey[], storing: Storing): Promise<BatchResult> {
  const { fresh, refused, elsewhere } = await sortOut(tx, keys.map(hashed), storing);
  const skuIds = [...new Set(fresh.map(({ skuId }) => skuId))].sort((a, b) => a - b);
  await openBatches(tx, skuIds, storing);
  const ids = await nextSecretIds(tx, fresh.length);
  const counted = new Map<number, number>();
  for (const skuId of skuIds) {
    const rows = fresh.flatMap((key, index) => {
      const id = ids[index] ?? 0;
      return key.skuId === skuId ? [{ ...key, id, sealed: sealSecret(id, key.content) }] : [];
    });
    const batchId = storing.batches[skuId] ?? 0;
    const kept = new Set(await insertSecrets(tx, { skuId, batchId }, rows));
    // Keys that another process stored since the look above.
    for (const { id, line } of rows) if (!kept.has(id)) refused.push({ line, reason: "duplicate" });
    counted.set(skuId, kept.size);
    if (rows.some(({ useBy }) => useBy)) await markDated(tx, skuId);
    await tx.secretBatch.update({
      where: { id: batchId },
      data: { importedCount: { increment: kept.size } },
    });
  }
  for (const [skuId, id] of Object.entries(storing.batches)) {
    const all = keys.filter((key) => key.skuId === Number(skuId)).length;
    const duplicateCount = { increment: all - (counted.get(Number(skuId)) ?? 0) };
    if (duplicateCount.increment > 0)
      await tx.secretBatch.update({ where: { id }, data: { duplicateCount } });
  }
  await moveStock(
    tx,
    [...counted].map(([skuId, available]) => ({ skuId, available })),
  );
  // Behind the counters: an option that is being mapped to a main site's offer became one of that site before, or becomes it after us.
  if ((await countKeyedOptions(tx, skuIds)) < skuIds.length)
    throw new AppError("state_conflict", "not_stored_by_unit");
  // Orders that were paid while stock was short are served now (C24).
  for (const skuId of skuIds)
    await enqueue(tx, "order.redeliver", { skuId }, { jobKey: `order.redeliver:${skuId}` });
  return { imported: [...counted.values()].reduce((sum, count) => sum + count, 0), refused, elsewhere };
}
