import { sql } from "kysely";
import { db } from "../../db/client";
import type { SqlReader } from "../../db/kysely";
import { literal } from "../../db/sql-pieces";
import { inTransaction } from "../../db/transaction";
import type { SecretKind } from "../choices";

/** One active option of a product that is on sale, with the product beside it. */
export interface GoodRow {
  id: number;
  category_id: number;
  title: string;
  search_text: string;
  sort_order: number;
  created_at: Date;
  price_cents: bigint;
  tags: string[];
  translations: unknown;
  auto_secret_kind: SecretKind;
  platform: string | null;
  region: string | null;
  sku_id: number;
  sku_cents: bigint;
  spec: unknown;
  fulfillers: string[];
  isUnlimited: boolean;
  available: number;
  sold: number;
}

const goods = (reader: SqlReader) =>
  reader.sql
    .selectFrom("products as product")
    .innerJoin("skus as sku", (join) =>
      join.onRef("sku.product_id", "=", "product.id").on("sku.is_active", "=", true),
    )
    .leftJoin("sku_stocks as stock", "stock.sku_id", "sku.id")
    .select((row) => [
      "product.id",
      "product.category_id",
      "product.title",
      "product.search_text",
      "product.sort_order",
      "product.created_at",
      "product.price_cents",
      "product.tags",
      "product.translations",
      "product.auto_secret_kind",
      "product.platform",
      "product.region",
      "sku.id as sku_id",
      "sku.price_cents as sku_cents",
      "sku.spec",
      "sku.fulfillers",
      row.fn.coalesce("stock.is_unlimited", sql.lit(false)).as("isUnlimited"),
      row.fn.coalesce("stock.available", sql.lit(0)).as("available"),
      row.fn.coalesce("stock.sold", sql.lit(0)).as("sold"),
    ])
    .where("product.status", "=", "active")
    .orderBy("product.id")
    .orderBy("sku.sort_order")
    .orderBy("sku.id");

export const findGoods = (reader: SqlReader, ids: readonly number[]): Promise<GoodRow[]> =>
  goods(reader)
    .where((row) => sql<boolean>`${row.ref("product.id")} = ANY (${[...ids]}::int[])`)
    .execute();

/** The next products by their numbers, for whoever reads all of them in pieces. */
export async function findProductIds(reader: SqlReader, after: number, take: number): Promise<number[]> {
  const rows = await reader.sql
    .selectFrom("products")
    .select("id")
    .where("status", "=", "active")
    .where("id", ">", after)
    .orderBy("id")
    .limit(take)
    .execute();
  return rows.map(({ id }) => id);
}

/** Where a category stands. */
export interface CategoryPlace {
  id: number;
  parent_id: number | null;
  slug: string;
  is_active: boolean;
  updated_at: Date;
}

export const findCategoryPlaces = (reader: SqlReader): Promise<CategoryPlace[]> =>
  reader.sql
    .selectFrom("categories")
    .select(["id", "parent_id", "slug", "is_active", "updated_at"])
    .execute();

export interface ChangedProduct {
  id: number;
  /** Another one when anything of it was written meanwhile. */
  mark: string;
}

/**
 * Products of which something was written since then: the product, an option, its stock, or a part of a bundle. From the indexes of
 * these times, so that it costs what was written and not what there is.
 */
export async function findChangedProducts(reader: SqlReader, since: Date): Promise<ChangedProduct[]> {
  const { rows } = await sql<ChangedProduct>`
    WITH moved (id, at) AS (
      SELECT id, updated_at FROM skus WHERE updated_at >= ${since}
      UNION ALL SELECT sku_id, changed_at FROM sku_stocks WHERE changed_at >= ${since}
      UNION ALL SELECT sku.id, product.updated_at FROM products product JOIN skus sku ON sku.product_id = product.id
        WHERE product.updated_at >= ${since}),
    changed (id, at) AS (
      SELECT id, updated_at FROM products WHERE updated_at >= ${since}
      UNION ALL SELECT sku.product_id, moved.at FROM moved JOIN skus sku ON sku.id = moved.id
      UNION ALL SELECT bundle.product_id, moved.at FROM moved
        JOIN bundle_parts part ON part.part_sku_id = moved.id JOIN skus bundle ON bundle.id = part.bundle_sku_id)
    SELECT id, count(*) || ' ' || sum(extract(epoch FROM at)) AS mark FROM changed GROUP BY id`.execute(
    reader.sql,
  );
  return rows;
}

/** More than anybody reads; a search with more hits is too short. */
const maxMisspelt = 240;
/** Share of a word's three-letter pieces that must be the same: "lantrenfall" has 0.67 of "lanternfall". */
const likeness = "0.45";

let trigrams: Promise<boolean> | undefined;

async function hasTrigrams(): Promise<boolean> {
  trigrams ??= sql<{ known: boolean }>`SELECT to_regproc('word_similarity') IS NOT NULL AS known`
    .execute(db().sql)
    .then(({ rows: [row] }) => row?.known ?? false);
  trigrams.catch(() => {
    trigrams = undefined;
  });
  return trigrams;
}

/** Products with a word like each of these, the likest first. None where the database knows no pieces of words. */
export async function findMisspelt(words: readonly string[]): Promise<number[]> {
  if (!(await hasTrigrams())) return [];
  return inTransaction(async (tx) => {
    // The index answers `<%` with the threshold of the session.
    await sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${likeness}, true)`.execute(tx.sql);
    const like = words.map((word) => sql`${word} <% search_text`);
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM products WHERE status = 'active' AND ${sql.join(like, sql` AND `)}
      ORDER BY word_similarity(${words.join(" ")}, search_text) DESC, sort_order, id
      LIMIT ${literal(maxMisspelt)}`.execute(tx.sql);
    return rows.map(({ id }) => id);
  });
}
