import { now } from "../core/clock";
import { Prisma } from "../db/generated/client";
import type { Tx } from "../db/transaction";

export interface StockMove {
  skuId: number;
  available?: number;
  reserved?: number;
  sold?: number;
}

/**
 * `UPDATE … WHERE sku_id`, to which a further condition may be added. What is reserved is counted without a cap, too:
 * a cap may be set while orders are open, and they give back what they took.
 */
export const updateStockSql = ({
  skuId,
  available = 0,
  reserved = 0,
  sold = 0,
}: StockMove): Prisma.Sql => Prisma.sql`
  UPDATE sku_stocks SET
    available = CASE WHEN is_unlimited THEN available ELSE available + ${available}::int END,
    reserved = reserved + ${reserved}::int, sold = sold + ${sold}::int, changed_at = ${now()}
  WHERE sku_id = ${skuId}`;

/** Takes units of a SKU that has no stored secrets (text, manual), if there are as many: no row otherwise. */
export const reserveUnitsSql = (skuId: number, quantity: number): Prisma.Sql => Prisma.sql`
  ${updateStockSql({ skuId, available: -quantity, reserved: quantity })} AND (is_unlimited OR available >= ${quantity})`;

/**
 * Moves the counters beside the secrets. Called last before the commit and in SKU order: these are the rows that buyers
 * of one product queue for. The CHECKs refuse a counter below zero.
 */
export async function moveStock(tx: Tx, moves: readonly StockMove[]): Promise<void> {
  for (const move of [...moves].sort((a, b) => a.skuId - b.skuId)) await tx.$executeRaw(updateStockSql(move));
}

/** False when there are too few. */
export const reserveUnits = async (tx: Tx, skuId: number, quantity: number): Promise<boolean> =>
  (await tx.$executeRaw(reserveUnitsSql(skuId, quantity))) === 1;
