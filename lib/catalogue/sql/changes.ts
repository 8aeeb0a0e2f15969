import { type RawBuilder, sql } from "kysely";
import { now } from "../../core/clock";
import { shopStep } from "../../core/money";
import { db } from "../../db/client";
import { likeLiteral } from "../../db/filters";
import type { SqlReader } from "../../db/kysely";
import { literal } from "../../db/sql-pieces";
import { inTransaction } from "../../db/transaction";

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

/** More than anybody reads; a search with more hits is too short. */
const maxMatches = 240;
const maxWords = 6;
/** Share of a word's three-letter pieces that must be the same: "lantrenfall" has 0.67 of "lanternfall". */
const likeness = "0.45";
/** Words of three letters resemble too many others, and syntax resembles nothing. */
const mayBeMisspelt = (word: string) => /^[\p{L}\p{N}]{4,}$/u.test(word);

/** Full width, as a Chinese input method types it, is the same word. */
const wordsOf = (search: string) =>
  search.normalize("NFKC").toLowerCase().split(/\s+/u).filter(Boolean).slice(0, maxWords);

/** A product may be called so in full width as well. */
const inFullWidth = (word: string) =>
  word.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

const containsOne = (words: readonly string[]) => {
  const patterns = [...new Set(words)].map((word) => `%${likeLiteral(word)}%`);
  return sql`search_text LIKE ANY (${patterns}::text[])`;
};

const contains = (word: string) => containsOne([word, inFullWidth(word)]);

/** Longer words are found by their pieces. */
const maxSwapped = 16;
/** Two signs of Chinese are a word of their own in either order. */
const mayBeSwapped = (word: string) => mayBeMisspelt(word) || /^\p{Script=Han}{3,}$/u.test(word);

/** The word with one pair of neighbours the other way round: "widnows" shares too few pieces with "windows". */
function swapsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length > maxSwapped) return [word];
  return letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(""));
}

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

async function select(
  reader: SqlReader,
  conditions: RawBuilder<unknown>[],
  order: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM products WHERE status = 'active' AND ${sql.join(conditions, sql` AND `)}
    ORDER BY ${order}, sort_order, id LIMIT ${maxMatches}`.execute(reader.sql);
  return rows.map(({ id }) => id);
}

/**
 * Ids of the active products that have every word of `search` somewhere in title, tags, summary, category or options, those
 * with it in the title first. When there is none, a word may have a pair of letters swapped, and then be misspelt.
 */
export async function findMatches(search: string): Promise<number[]> {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const phrase = words.join(" ");
  const inTitle = sql`
    lower(title) LIKE ${`${likeLiteral(phrase)}%`} DESC, lower(title) LIKE ${`%${likeLiteral(phrase)}%`} DESC`;
  const exact = await select(db(), words.map(contains), inTitle);
  if (exact.length > 0) return exact;
  if (words.some(mayBeSwapped)) {
    const either = (word: string) =>
      mayBeSwapped(word) ? containsOne([word, ...swapsOf(word)]) : contains(word);
    const swapped = await select(db(), words.map(either), inTitle);
    if (swapped.length > 0) return swapped;
  }
  if (!words.some(mayBeMisspelt) || !(await hasTrigrams())) return exact;
  return inTransaction(async (tx) => {
    // The index answers `<%` with the threshold of the session.
    await sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${likeness}, true)`.execute(tx.sql);
    return select(
      tx,
      words.map((word) => (mayBeMisspelt(word) ? sql`${word} <% search_text` : contains(word))),
      sql`word_similarity(${phrase}, search_text) DESC`,
    );
  });
}
