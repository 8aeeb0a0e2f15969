import { now } from "../core/clock";
import type { Tx } from "../db/transaction";
import { moveCounters, type StockMove, updateStockIfEnough } from "./sql/reservations";

const unmoved = { available: 0, reserved: 0, sold: 0 };

/**
 * Moves the counters beside the secrets. Called last before the commit and in SKU order: these are the rows that buyers
 * of one product queue for. The CHECKs refuse a counter below zero.
 */
export async function moveStock(tx: Tx, moves: readonly StockMove[]): Promise<void> {
  for (const move of [...moves].sort((a, b) => a.skuId - b.skuId))
    await moveCounters(tx, { ...unmoved, at: now(), ...move });
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
