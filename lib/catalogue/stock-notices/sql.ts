import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";
import { literal } from "../../db/sql-pieces";
import { unlimitedStock } from "../schema";

/**
 * The notices whose turn it is, for each option the first ones: as many people as could buy the smallest quantity of what is
 * there; of a bundle its parts decide. It steps from option to option along the index, so that it costs as much as there are options waited for, however many
 * people wait.
 */
export async function findDueNotices(
  reader: SqlReader,
  { perSku, limit }: { perSku: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE wanted AS (
      (SELECT sku_id FROM stock_notices ORDER BY sku_id LIMIT 1)
      UNION ALL
      SELECT (SELECT notice.sku_id FROM stock_notices notice WHERE notice.sku_id > wanted.sku_id
        ORDER BY notice.sku_id LIMIT 1)
      FROM wanted WHERE wanted.sku_id IS NOT NULL
    ), told AS (
      SELECT wanted.sku_id, CASE WHEN bundled.units IS NOT NULL
          THEN least(bundled.units / greatest(product.min_quantity, 1), ${literal(perSku)})
        WHEN stock.is_unlimited THEN ${literal(perSku)}
        ELSE least(stock.available / greatest(product.min_quantity, 1), ${literal(perSku)}) END AS people
      FROM wanted
      JOIN sku_stocks stock ON stock.sku_id = wanted.sku_id
      JOIN skus sku ON sku.id = wanted.sku_id AND sku.is_active
      JOIN products product ON product.id = sku.product_id AND product.status = 'active'
      JOIN categories category ON category.id = product.category_id AND category.is_active
      LEFT JOIN LATERAL (
        SELECT CASE WHEN sum(owned.cost_cents * part.quantity) FILTER (WHERE owned.source = 'upstream')
            > sku.price_cents THEN 0 ELSE min(CASE WHEN NOT owned.is_active OR maker.status = 'archived' THEN 0
          WHEN units.is_unlimited THEN ${literal(unlimitedStock)} ELSE units.available / part.quantity END) END AS units
        FROM bundle_parts part JOIN skus owned ON owned.id = part.part_sku_id
        JOIN products maker ON maker.id = owned.product_id JOIN sku_stocks units ON units.sku_id = owned.id
        WHERE part.bundle_sku_id = sku.id) bundled ON 'bundle' = ANY (sku.fulfillers)
      WHERE coalesce(bundled.units > 0, stock.is_unlimited OR stock.available > 0)
    )
    SELECT first.id FROM told CROSS JOIN LATERAL (
      SELECT notice.id FROM stock_notices notice WHERE notice.sku_id = told.sku_id
      ORDER BY notice.id LIMIT told.people) first
    ORDER BY first.id LIMIT ${literal(limit)}`.execute(reader.sql);
  return rows.map(({ id }) => id);
}

export interface DueNotice {
  id: number;
  skuId: number;
  email: string;
  locale: string;
}

/** Takes notices away. One that another process is telling, or has told, is left out. */
export async function takeNotices(tx: SqlReader, ids: readonly number[]): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    DELETE FROM stock_notices WHERE id IN (
      SELECT id FROM stock_notices WHERE id = ANY (${[...ids]}::int[]) ORDER BY id FOR UPDATE SKIP LOCKED)
    RETURNING id, sku_id AS "skuId", email, locale`.execute(tx.sql);
  return rows.sort((a, b) => a.id - b.id);
}

/** Reads the last word of an address's owner. Locked against one who ends it, and open to others who ask. */
export const shareAddress = (tx: SqlReader, hash: Uint8Array): Promise<{ isEnded: boolean } | undefined> =>
  tx.sql
    .selectFrom("stock_notice_addresses")
    .select("is_ended as isEnded")
    .where("hash", "=", Buffer.from(hash))
    .forShare()
    .executeTakeFirst();
