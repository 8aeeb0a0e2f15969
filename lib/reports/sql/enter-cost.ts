import { sql } from "kysely";
import type { Cents } from "../../core/money";
import type { Tx } from "../../db/transaction";

/** Gives every unit of the option that was sold without a cost this one. @returns the number of lines of orders */
export async function fillMissingCost(
  tx: Tx,
  { skuId, cents, currency }: { skuId: number; cents: Cents; currency: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE order_items i SET cost_cents = ${cents}
    FROM orders o
    WHERE o.id = i.order_id AND o.currency = ${currency} AND i.sku_id = ${skuId} AND i.cost_cents IS NULL`.execute(
    tx.sql,
  );
  return Number(numAffectedRows ?? 0n);
}
