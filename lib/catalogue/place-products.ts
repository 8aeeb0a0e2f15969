import { now } from "../core/clock";
import type { Tx } from "../db/transaction";

/**
 * Puts the products, in the order in which they are named, at that place of the shop's order; everything else keeps its order
 * around them. Places are spread anew where they stand equal, so a list that was never arranged can be, too.
 */
export async function placeProducts(tx: Tx, ids: readonly number[], place: number): Promise<void> {
  await tx.$executeRaw`
    WITH named AS (SELECT id, ord FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS w (id, ord)),
    others AS (
      SELECT id, row_number() OVER (ORDER BY sort_order, id) AS ord FROM products
      WHERE status <> 'archived' AND id NOT IN (SELECT id FROM named)),
    lined AS (
      SELECT id, ord AS place, 1 AS side, ord FROM others WHERE ord < ${place}
      UNION ALL SELECT id, ${place}, 2, ord FROM named
      UNION ALL SELECT id, ord, 3, ord FROM others WHERE ord >= ${place}),
    wanted AS (SELECT id, (row_number() OVER (ORDER BY side, place, ord))::int * 10 AS sort_order FROM lined)
    UPDATE products p SET sort_order = wanted.sort_order, updated_at = ${now()}
    FROM wanted WHERE p.id = wanted.id AND p.sort_order <> wanted.sort_order`;
}
