import { sql } from "kysely";
import { now } from "../../core/clock";
import type { SqlReader } from "../../db/kysely";

export interface Question {
  skuId: number;
  number: number;
}

/** Before the row of its question: orders and refusals take the counter first, too. */
export const lockCounter = (tx: SqlReader, skuId: number) =>
  tx.sql.selectFrom("sku_stocks").select("sku_id").where("sku_id", "=", skuId).forUpdate().execute();

/** Takes units off the counter that were put back and cannot be had. */
export const withhold = (tx: SqlReader, skuId: number, quantity: number) =>
  tx.sql
    .updateTable("sku_stocks")
    .set((stock) => ({
      available: sql<number>`greatest(0, ${stock.ref("available")} - ${quantity}::int)`,
      changed_at: now(),
    }))
    .where("sku_id", "=", skuId)
    .where("is_asked", "=", true)
    .where("is_unlimited", "=", false)
    .execute();

/**
 * Takes the turn to ask, if it has come: of two processes one gets it. What was sold by now is noted, because an answer may have
 * been given before a delivery that this shop books after it.
 */
export async function takeQuestion(reader: SqlReader, skuId: number, next: Date): Promise<Question | null> {
  const { rows } = await sql<{ number: number }>`
    UPDATE asked_stocks SET number = number + 1, next_ask_at = ${next},
      sold_then = (SELECT sold FROM sku_stocks WHERE sku_stocks.sku_id = asked_stocks.sku_id)
    WHERE sku_id = ${skuId} AND next_ask_at <= ${now()} RETURNING number`.execute(reader.sql);
  return rows[0] ? { skuId, number: rows[0].number } : null;
}

/** @returns false for an answer to a question after which another one was asked */
export async function keepAnswer(
  tx: SqlReader,
  { skuId, number }: Question,
  { answer, keptUntil }: { answer: number; keptUntil: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("asked_stocks")
    .set({ answer, answered_at: now(), kept_until: keptUntil, last_error: null })
    .where("sku_id", "=", skuId)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * The counter becomes what the server said without what orders hold: units that are ordered or still to be made, and those that
 * were handed over since it was asked. The row is locked first: an order takes its unit before or after it. @returns whether
 * there is something again of what was sold out
 */
export async function countAnswer(tx: SqlReader, skuId: number): Promise<boolean> {
  const before = await tx.sql
    .selectFrom("sku_stocks")
    .select("available")
    .where("sku_id", "=", skuId)
    .where("is_asked", "=", true)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return false;
  const { rows } = await sql<{ available: number }>`
    UPDATE sku_stocks stock SET is_unlimited = false, changed_at = ${now()}, available = said.units
    FROM (
      SELECT s.sku_id, greatest(0, a.answer - s.reserved - greatest(0, s.sold - a.sold_then)) AS units
      FROM sku_stocks s JOIN asked_stocks a ON a.sku_id = s.sku_id WHERE s.sku_id = ${skuId} AND a.answer IS NOT NULL
    ) said
    WHERE stock.sku_id = said.sku_id AND (stock.available <> said.units OR stock.is_unlimited)
    RETURNING stock.available`.execute(tx.sql);
  return before.available === 0 && (rows[0]?.available ?? 0) > 0;
}

/** @returns whether the time is over for which the last answer is kept; null when another question was asked meanwhile */
export async function noteSilence(
  tx: SqlReader,
  { skuId, number }: Question,
  { problem, next }: { problem: string; next: Date },
): Promise<boolean | null> {
  const row = await tx.sql
    .updateTable("asked_stocks")
    .set({ last_error: problem, next_ask_at: next })
    .where("sku_id", "=", skuId)
    .where("number", "=", number)
    .returning("kept_until")
    .executeTakeFirst();
  return row ? row.kept_until <= now() : null;
}

/** Nothing is sold on an answer that is too old. */
export const stopSale = (tx: SqlReader, skuId: number) =>
  tx.sql
    .updateTable("sku_stocks")
    .set({ available: 0, is_unlimited: false, changed_at: now() })
    .where("sku_id", "=", skuId)
    .where("is_asked", "=", true)
    .where("available", ">", 0)
    .execute();

/** Options whose last answer is too old and that may be asked again, whoever looks at them. */
export const findUnanswered = (reader: SqlReader, limit: number) =>
  reader.sql
    .selectFrom("asked_stocks")
    .select("sku_id as skuId")
    .where("kept_until", "<=", now())
    .where("next_ask_at", "<=", now())
    .orderBy("sku_id")
    .limit(limit)
    .execute();
