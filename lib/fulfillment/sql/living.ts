import { sql } from "kysely";
import { now } from "../../core/clock";
import type { SqlReader } from "../../db/kysely";

interface NewAccess {
  fulfillmentId: number;
  skuId: number;
  endsAt: Date | null;
  toldNumber: number;
}

/** One for each fulfillment. After an attempt that failed in another part of the item its time begins anew. */
export function insertAccess(tx: SqlReader, { fulfillmentId, skuId, endsAt, toldNumber }: NewAccess) {
  // The end is passed on to agents alone.
  const endedAt = sql<Date | null>`(SELECT CASE WHEN o.site_id IS NULL THEN ${endsAt}::timestamptz END
    FROM fulfillments f JOIN order_items i ON i.id = f.order_item_id JOIN orders o ON o.id = i.order_id
    WHERE f.id = ${fulfillmentId})`;
  const given = { given_at: now(), ends_at: endsAt, ended_at: endedAt, told_number: toldNumber };
  return tx.sql
    .insertInto("living_accesses")
    .values({ fulfillment_id: fulfillmentId, sku_id: skuId, ...given })
    .onConflict((row) => row.column("fulfillment_id").doUpdateSet(given))
    .execute();
}

/** Shows a text again whose order was disputed. A mail that fell due meanwhile said nothing, so it is to be told again. */
export async function unfreezeAccess(tx: SqlReader, fulfillmentId: number): Promise<void> {
  // The hour is for mails that left late.
  await sql`
    UPDATE living_accesses SET frozen_at = NULL,
      told_number = CASE WHEN mail_at > frozen_at - interval '1 hour' THEN told_number - 1 ELSE told_number END
    WHERE fulfillment_id = ${fulfillmentId} AND frozen_at IS NOT NULL`.execute(tx.sql);
}

/** Accesses that were not revoked, with the newest text of each and the language of its order. */
export const findAccesses = (reader: SqlReader, fulfillmentIds: readonly number[]) =>
  reader.sql
    .selectFrom("living_accesses as access")
    .innerJoin("fulfillments as fulfillment", "fulfillment.id", "access.fulfillment_id")
    .innerJoin("order_items as item", "item.id", "fulfillment.order_item_id")
    .innerJoin("orders as o", "o.id", "item.order_id")
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom("living_texts")
          .select(["living_texts.number", "living_texts.content_sealed", "living_texts.created_at"])
          .whereRef("living_texts.sku_id", "=", "access.sku_id")
          .orderBy("living_texts.number", "desc")
          .limit(1)
          .as("newest"),
      (join) => join.onTrue(),
    )
    .select([
      "access.fulfillment_id as fulfillmentId",
      "access.sku_id as skuId",
      "access.ends_at as endsAt",
      "access.frozen_at as frozenAt",
      "o.locale",
      "newest.number",
      "newest.content_sealed as contentSealed",
      "newest.created_at as changedAt",
    ])
    .where((row) => sql<boolean>`${row.ref("access.fulfillment_id")} = ANY (${[...fulfillmentIds]}::int[])`)
    .where("access.revoked_at", "is", null)
    .execute();

/** How many may read an option's text now. */
export async function countReaders(reader: SqlReader, skuId: number): Promise<number> {
  const row = await reader.sql
    .selectFrom("living_accesses as access")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("access.sku_id", "=", skuId)
    .where("access.revoked_at", "is", null)
    .where("access.frozen_at", "is", null)
    .where((row) => row.or([row("access.ends_at", "is", null), row("access.ends_at", ">", now())]))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Options whose text is older than they say it may become, each once a text: marks them as reminded of.
 * @returns what the operator is told
 */
export async function markOldTexts(tx: SqlReader) {
  const { rows } = await sql<{ skuId: number; name: string; title: string; days: number }>`
    UPDATE living_texts AS old SET reminded_at = ${now()}::timestamptz
    FROM (
      SELECT sku.id AS sku_id, sku.name, product.title, newest.number,
        (sku.fulfiller_settings -> 'living' ->> 'remind_days')::int AS days
      FROM (SELECT sku_id, max(number) AS number FROM living_texts GROUP BY sku_id) AS newest
      JOIN skus AS sku ON sku.id = newest.sku_id AND 'living' = ANY (sku.fulfillers)
      JOIN products AS product ON product.id = sku.product_id
      WHERE sku.fulfiller_settings -> 'living' ->> 'remind_days' IS NOT NULL) AS due
    WHERE old.sku_id = due.sku_id AND old.number = due.number AND old.reminded_at IS NULL
      AND old.created_at <= ${now()}::timestamptz - due.days * interval '1 day'
    RETURNING due.sku_id AS "skuId", due.name, due.title, due.days`.execute(tx.sql);
  return rows;
}
