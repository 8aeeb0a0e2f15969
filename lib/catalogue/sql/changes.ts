import { sql } from "kysely";
import { now } from "../../core/clock";
import { shopStep } from "../../core/money";
import type { SqlReader } from "../../db/kysely";
import { literal } from "../../db/sql-pieces";

export const lockProducts = (tx: SqlReader, ids: readonly number[]) =>
  tx.sql
    .selectFrom("products")
    .select("id")
    .where("id", "=", sql<number>`ANY (${[...ids]}::int[])`)
    .orderBy("id")
    .forUpdate()
    .execute();

/** Tags that stay keep their order, the new ones follow in theirs. @returns the title of one that has more than `most` then. */
export async function changeProductTags(
  tx: SqlReader,
  ids: readonly number[],
  { add, remove, most }: { add: readonly string[]; remove: readonly string[]; most: number },
): Promise<string | null> {
  await sql`
    UPDATE products p SET tags = ARRAY(
      SELECT tag FROM (
        SELECT DISTINCT ON (tag) tag, place FROM (
          SELECT tag, n AS place FROM unnest(p.tags) WITH ORDINALITY AS old (tag, n)
            WHERE tag <> ALL (${[...remove]}::text[])
          UNION ALL
          SELECT tag, 1000 + n FROM unnest(${[...add]}::text[]) WITH ORDINALITY AS new (tag, n)
        ) every_tag ORDER BY tag, place
      ) distinct_tag ORDER BY place)
    WHERE p.id = ANY (${[...ids]}::int[])`.execute(tx.sql);
  const over = await tx.sql
    .selectFrom("products")
    .select("title")
    .where("id", "=", sql<number>`ANY (${[...ids]}::int[])`)
    .where((product) => sql<boolean>`cardinality(${product.ref("tags")}) > ${most}`)
    .limit(literal(1))
    .executeTakeFirst();
  return over?.title ?? null;
}

/**
 * Prices by percent in whole steps of the currency, half a step up and never below one; an option whose price follows a main site stays.
 * A compare-at price that is no longer above the price goes.
 */
export async function changeSkuPrices(
  tx: SqlReader,
  productIds: readonly number[],
  percent: number,
): Promise<void> {
  const step = shopStep();
  await sql`
    UPDATE skus s SET price_cents = fresh.price_cents, updated_at = ${now()},
      original_price_cents = CASE WHEN s.original_price_cents > fresh.price_cents THEN s.original_price_cents END
    FROM (
      SELECT id, greatest(${step}::bigint, ${step}::bigint * ((price_cents * ${100 + percent}::bigint + 50 * ${step}::bigint)
        / (100 * ${step}::bigint))) AS price_cents FROM skus
      WHERE product_id = ANY (${[...productIds]}::int[])
        AND NOT EXISTS (SELECT 1 FROM sku_mappings m WHERE m.sku_id = skus.id AND m.is_price_auto)
    ) fresh
    WHERE s.id = fresh.id`.execute(tx.sql);
}

/**
 * Puts the products, in the order in which they are named, at that place of the shop's order; everything else keeps its order
 * around them. Places are spread anew where they stand equal, so a list that was never arranged can be, too.
 */
export async function placeProducts(tx: SqlReader, ids: readonly number[], place: number): Promise<void> {
  await sql`
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
    FROM wanted WHERE p.id = wanted.id AND p.sort_order <> wanted.sort_order`.execute(tx.sql);
}
