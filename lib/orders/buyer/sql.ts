import { sql } from "kysely";
import { asSearched } from "../../catalogue/finding/good";
import { deepestRow } from "../../core/paging";
import { likeLiteral } from "../../db/filters";
import type { SqlReader } from "../../db/kysely";
import { literal } from "../../db/sql-pieces";
import type { OrderStatus } from "../state";

const maxWords = 6;

/** Goods may have been called so in full width as well. */
const inFullWidth = (word: string) =>
  word.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/** Patterns of each word, of which a text in small letters has one. */
const patternsOf = (search: string): string[][] =>
  asSearched(search)
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, maxWords)
    .map((word) => [word, inFullWidth(word)].map((text) => `%${likeLiteral(text)}%`));

/**
 * Ids of a member's orders that have every word of `search` in their number, in the recipient of a gift, or in names, answers and chosen
 * labels of their goods, the newest first. Each order's text is put together from its own rows: a condition on the goods themselves
 * would let the planner begin with those of the whole shop.
 */
export async function findOwnOrders(
  reader: SqlReader,
  { userId, search, status }: { userId: number; search: string; status: OrderStatus | undefined },
): Promise<number[]> {
  const words = patternsOf(search);
  if (words.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT own.id FROM (
      SELECT o.id, o.created_at, o.order_no FROM orders o
      WHERE o.user_id = ${userId} AND o.buyer_kind = 'user' ${status ? sql`AND o.status = ${status}::order_status` : sql``}
      ORDER BY o.created_at DESC, o.id DESC LIMIT ${literal(deepestRow)}
    ) own
    CROSS JOIN LATERAL (
      SELECT lower(concat_ws(' ', own.order_no,
        (SELECT g.email FROM order_gifts g WHERE g.order_id = own.id),
        (SELECT string_agg(concat_ws(' ', i.title, i.sku_name, i.pick, i.bundle ->> 'title', i.bundle ->> 'sku_name',
            p.title, texts_of_translations(p.translations, '{title}'), s.name, texts_of_translations(s.translations, '{name}'),
            b.title, texts_of_translations(b.translations, '{title}'),
            (SELECT string_agg(answer #>> '{}', ' ') FROM jsonb_path_query(i.form, '$.*') answer)), ' ')
          FROM order_items i
          LEFT JOIN products p ON p.id = i.product_id
          LEFT JOIN skus s ON s.id = i.sku_id
          LEFT JOIN products b ON b.id = (i.bundle ->> 'product_id')::int
          WHERE i.order_id = own.id))) AS words
    ) text
    WHERE ${sql.join(
      words.map((patterns) => sql`text.words LIKE ANY (${patterns}::text[])`),
      sql` AND `,
    )}
    ORDER BY own.created_at DESC, own.id DESC`.execute(reader.sql);
  return rows.map(({ id }) => id);
}
