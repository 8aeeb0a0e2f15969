import { sql } from "kysely";
import { now } from "../../core/clock";
import { maxCents, shopStep } from "../../core/money";
import type { Lang } from "../../core/translations";
import type { SqlReader } from "../../db/kysely";
import type { StockDisplay } from "../schema";
import { isTextReadable, type SoldOption, soldColumns } from "../sql/sold-options";

/** An option that is, or may be, a part of bundles, with what its sale needs. */
export interface PartRow extends SoldOption {
  bundleSkuId: number;
  /** Price of the whole bundle. */
  bundlePriceCents: bigint;
  quantity: number;
  stockDisplay: StockDisplay;
  code: string;
  priceCents: bigint;
  isUnlimited: boolean;
  available: number;
  /** Its seller's own server says how many there are. */
  isAsked: boolean;
  /** Its option is switched on, its product not archived, and a text that it shares is still read. */
  isSellable: boolean;
  /** Whether the product has a page of its own. */
  isListed: boolean;
  productTexts: Record<string, string> | null;
  skuTexts: Record<string, string> | null;
}

const textsIn = (table: string, lang: Lang) =>
  sql<Record<string, string> | null>`${sql.ref(`${table}.translations`)} -> ${lang ?? ""}::text`;

/** The parts of bundles in the order in which they are shown, in one statement. */
export const findBundleParts = (reader: SqlReader, bundleSkuIds: readonly number[], lang?: Lang) =>
  reader.sql
    .selectFrom("bundle_parts as part")
    .innerJoin("skus as owner", "owner.id", "part.bundle_sku_id")
    .innerJoin("skus as sku", "sku.id", "part.part_sku_id")
    .innerJoin("products as product", "product.id", "sku.product_id")
    .innerJoin("categories as category", "category.id", "product.category_id")
    .leftJoin("sku_stocks as stock", "stock.sku_id", "sku.id")
    .select((row) => [
      "part.bundle_sku_id as bundleSkuId",
      "owner.price_cents as bundlePriceCents",
      "part.quantity",
      ...soldColumns,
      "product.stock_display as stockDisplay",
      "sku.code",
      "sku.price_cents as priceCents",
      row.fn.coalesce("stock.is_unlimited", sql.lit(false)).as("isUnlimited"),
      row.fn.coalesce("stock.available", sql.lit(0)).as("available"),
      row.fn.coalesce("stock.is_asked", sql.lit(false)).as("isAsked"),
      sql<boolean>`${row.ref("sku.is_active")} AND ${row.ref("product.status")} <> 'archived'
        AND ${isTextReadable}`.as("isSellable"),
      sql<boolean>`${row.ref("product.status")} = 'active' AND ${row.ref("category.is_active")}`.as(
        "isListed",
      ),
      textsIn("product", lang).as("productTexts"),
      textsIn("sku", lang).as("skuTexts"),
    ])
    .where((row) => sql<boolean>`${row.ref("part.bundle_sku_id")} = ANY (${[...bundleSkuIds]}::int[])`)
    .orderBy("part.bundle_sku_id")
    .orderBy("part.position")
    .execute();

/** Locks options in the order in which everybody does. */
export const lockSkus = (tx: SqlReader, ids: readonly number[]) =>
  tx.sql
    .selectFrom("skus")
    .select("id")
    .where((row) => sql<boolean>`${row.ref("id")} = ANY (${[...ids]}::int[])`)
    .orderBy("id")
    .forUpdate()
    .execute();

/** The bundles of these products, and those that have a part among their options. */
async function findAffectedBundles(reader: SqlReader, productIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT part.bundle_sku_id AS id FROM skus sku JOIN bundle_parts part ON part.part_sku_id = sku.id
      WHERE sku.product_id = ANY (${[...productIds]}::int[])
    UNION
    SELECT part.bundle_sku_id FROM skus sku JOIN bundle_parts part ON part.bundle_sku_id = sku.id
      WHERE sku.product_id = ANY (${[...productIds]}::int[])`.execute(reader.sql);
  return rows.map(({ id }) => id);
}

/**
 * Gives each bundle whose price follows its parts the price that follows now. The bundles are locked before the parts are
 * read, so that of two changes the later one sees both. A compare-at price that is no longer above goes.
 * No price is above what an amount may be.
 * @returns the products of the bundles whose price changed
 */
export async function repriceBundles(tx: SqlReader, productIds: readonly number[]): Promise<number[]> {
  const ids = await findAffectedBundles(tx, productIds);
  if (ids.length === 0) return [];
  await lockSkus(tx, ids);
  const step = shopStep();
  const { rows } = await sql<{ productId: number }>`
    UPDATE skus bundle SET price_cents = wanted.cents, updated_at = ${now()},
      original_price_cents = CASE WHEN bundle.original_price_cents > wanted.cents THEN bundle.original_price_cents END
    FROM (
      SELECT owner.id, (CASE WHEN sum(sku.price_cents * part.quantity) = 0 THEN 0
          ELSE least(${maxCents}::bigint, greatest(${step}::bigint, ${step}::bigint * floor((sum(sku.price_cents * part.quantity)
            * (100 - (owner.fulfiller_settings -> 'bundle' ->> 'percent')::int) + 50 * ${step}::bigint) / (100 * ${step}::bigint)))) END)::bigint AS cents
      FROM skus owner
      JOIN bundle_parts part ON part.bundle_sku_id = owner.id
      JOIN skus sku ON sku.id = part.part_sku_id
      WHERE owner.id = ANY (${ids}::int[]) AND owner.fulfiller_settings -> 'bundle' ->> 'percent' IS NOT NULL
      GROUP BY owner.id) wanted
    WHERE bundle.id = wanted.id AND bundle.price_cents <> wanted.cents
    RETURNING bundle.product_id AS "productId"`.execute(tx.sql);
  return [...new Set(rows.map(({ productId }) => productId))];
}

export interface LossyBundle {
  skuId: number;
  title: string;
  priceCents: bigint;
  costCents: bigint;
}

/** The bundles with a part among these options that are sold for less than their parts cost at main sites. */
export async function findBundlesBelowCost(
  reader: SqlReader,
  partSkuIds: readonly number[],
): Promise<LossyBundle[]> {
  const { rows } = await sql<LossyBundle>`
    SELECT owner.id AS "skuId", concat_ws(' ', product.title, nullif(owner.name, '')) AS title,
      owner.price_cents AS "priceCents", sum(sku.cost_cents * part.quantity)::bigint AS "costCents"
    FROM skus owner
    JOIN products product ON product.id = owner.product_id
    JOIN bundle_parts part ON part.bundle_sku_id = owner.id
    JOIN skus sku ON sku.id = part.part_sku_id AND sku.source = 'upstream'
    WHERE owner.is_active AND owner.id IN (
      SELECT bundle_sku_id FROM bundle_parts WHERE part_sku_id = ANY (${[...partSkuIds]}::int[]))
    GROUP BY owner.id, product.id
    HAVING sum(sku.cost_cents * part.quantity) > owner.price_cents
    ORDER BY owner.id`.execute(reader.sql);
  return rows;
}

/** An option of this product, or one of these options of it, that orders hold items of as a bundle. */
export async function findSoldBundle(
  reader: SqlReader,
  productId: number,
  skuIds?: readonly number[],
): Promise<{ skuId: number } | null> {
  const ofThese = skuIds
    ? sql<boolean>`(bundle ->> 'sku_id')::int = ANY (${[...skuIds]}::int[])`
    : sql<boolean>`true`;
  const { rows } = await sql<{ skuId: number }>`
    SELECT (bundle ->> 'sku_id')::int AS "skuId" FROM order_items
    WHERE bundle IS NOT NULL AND (bundle ->> 'product_id')::int = ${productId} AND ${ofThese}
    LIMIT 1`.execute(reader.sql);
  return rows[0] ?? null;
}
