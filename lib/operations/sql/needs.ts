import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

/** Options on sale from keys of this shop that have none left. */
export async function countSoldOut(reader: SqlReader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM sku_stocks stock
    JOIN skus sku ON sku.id = stock.sku_id JOIN products product ON product.id = sku.product_id
    WHERE product.status = 'active' AND sku.is_active AND sku.source = 'local' AND NOT stock.is_unlimited
      AND stock.available <= 0`.execute(reader.sql);
  return rows[0]?.count ?? 0;
}
