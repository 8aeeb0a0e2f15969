import { now } from "../core/clock";
import type { Tx } from "../db/transaction";

export interface StockMove {
  skuId: number;
  available?: number;
  reserved?: number;
  sold?: number;
}

/**
 * Moves the counters beside the secrets. Called last before the commit and in SKU order: these are the rows that buyers
 * of one product queue for. The CHECKs refuse a counter below zero.
 */
export async function moveStock(tx: Tx, moves: readonly StockMove[]): Promise<void> {
  for (const move of [...moves].sort((a, b) => a.skuId - b.skuId)) {
    const { skuId, available = 0, reserved = 0, sold = 0 } = move;
    await tx.$executeRaw`
      UPDATE sku_stocks SET
        available = CASE WHEN is_unlimited THEN available ELSE available + ${available} END,
        reserved = CASE WHEN is_unlimited THEN reserved ELSE reserved + ${reserved} END,
        sold = sold + ${sold}, changed_at = ${now()}
      WHERE sku_id = ${skuId}`;
  }
}

/** Reserves pieces of a SKU that has no stored secrets (text, manual, upstream). False when there are too few. */
export async function reservePieces(tx: Tx, skuId: number, quantity: number): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE sku_stocks SET
      available = CASE WHEN is_unlimited THEN available ELSE available - ${quantity} END,
      reserved = CASE WHEN is_unlimited THEN reserved ELSE reserved + ${quantity} END, changed_at = ${now()}
    WHERE sku_id = ${skuId} AND (is_unlimited OR available >= ${quantity})`;
  return changed === 1;
}
