import { now } from "../core/clock";
import type { Tx } from "../db/transaction";
import { type StockMove, updateStock, updateStockIfEnough } from "./sql/reservations";

/**
 * Moves the counters beside the secrets. Called last before the commit and in SKU order: these are the rows that buyers
 * of one product queue for. The CHECKs refuse a counter below zero.
 */
export async function moveStock(tx: Tx, moves: readonly StockMove[]): Promise<void> {
  for (const move of [...moves].sort((a, b) => a.skuId - b.skuId)) await updateStock(tx.sql, move).execute();
}

/** False when there are too few. */
export async function reserveUnits(tx: Tx, skuId: number, quantity: number): Promise<boolean> {
  const { numUpdatedRows } = await updateStockIfEnough(tx.sql, {
    skuId,
    available: -quantity,
    reserved: quantity,
    at: now(),
  }).executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
