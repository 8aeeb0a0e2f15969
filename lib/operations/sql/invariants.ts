import { sql } from "kysely";
import { keysOf } from "../../core/shapes/records";
import type { SqlReader } from "../../db/kysely";

/** Each statement finds rows that must not exist. */
const invariants = {
  "one key in one order": sql<{ id: number }>`
    SELECT secret_id AS id FROM fulfillment_secrets GROUP BY secret_id HAVING count(*) > 1
    UNION ALL SELECT id FROM secrets WHERE status = 'sold' AND order_item_id IS NULL
    UNION ALL SELECT id FROM secrets WHERE status = 'available' AND order_item_id IS NOT NULL`,
  "stock counters": sql<{ id: number }>`
    SELECT sku_id AS id FROM sku_stocks
    JOIN (SELECT sku_id, count(*) FILTER (WHERE status = 'available') AS free,
      count(*) FILTER (WHERE status = 'reserved') AS held FROM secrets GROUP BY sku_id) s USING (sku_id)
    JOIN skus ON skus.id = sku_id JOIN products p ON p.id = skus.product_id
    WHERE skus.source = 'local' AND NOT is_unlimited AND p.auto_secret_kind IN ('card_key', 'account', 'link')
      AND (available <> free OR reserved <> held)`,
};

export type InvariantName = keyof typeof invariants;

export const invariantNames = keysOf(invariants);

/** The first ids of what violates it. Reads whole tables. */
export async function findViolations(reader: SqlReader, name: InvariantName): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM (${invariants[name]}) AS wrong LIMIT 5`.execute(
    reader.sql,
  );
  return rows.map(({ id }) => id);
}
