import { sql } from "kysely";
import type { SqlReader } from "../db/kysely";

export const lockBanner = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("banners").select("id").where("id", "=", id).forUpdate().execute();

export const lockPost = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("posts").select("id").where("id", "=", id).forNoKeyUpdate().execute();

export const lockPage = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("pages").select("id").where("id", "=", id).forNoKeyUpdate().execute();

/**
 * Tables that tell what was: a picture that only they name is used no more, and they grow with the trade. Whatever other table
 * there is counts, so that a new place for pictures cannot be forgotten.
 */
export const recordTables = [
  "audit_logs",
  "callback_attempts",
  "callback_logs",
  "callbacks",
  "coupon_uses",
  "delivery_attempts",
  "delivery_requests",
  "fulfillment_secrets",
  "fulfillments",
  "guest_tokens",
  "idempotency_keys",
  "key_import_lines",
  "ledger_entries",
  "ledger_transfers",
  "license_devices",
  "licenses",
  "living_accesses",
  "login_logs",
  "mails",
  "operator_events",
  "order_events",
  "order_items",
  "orders",
  "payment_events",
  "payments",
  "purchases",
  "refunds",
  "request_logs",
  "reviews",
  "secrets",
  "shop_events",
  "site_orders",
  "users",
] as const;

type TextColumns = { table_name: string; columns: string[] };

/** The columns in which an address can stand, by table. */
async function findTextColumns(reader: SqlReader): Promise<TextColumns[]> {
  const { rows } = await sql<TextColumns>`
    SELECT c.table_name::text, array_agg(c.column_name::text) AS columns
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
      AND c.udt_name IN ('text', 'varchar', '_text', 'json', 'jsonb')
      AND c.table_name <> ALL (${[...recordTables]}::text[])
    GROUP BY 1`.execute(reader.sql);
  return rows;
}

/** Notes which pictures nothing names at that time, and deletes those that nothing has named since `before`. @returns how many */
export async function noteUse(
  writer: SqlReader,
  { at, before }: { at: Date; before: Date },
): Promise<number> {
  const texts = (await findTextColumns(writer)).flatMap(({ table_name, columns }) =>
    columns.map(
      (column) =>
        sql`SELECT ${sql.ref(column)}::text AS said FROM ${sql.table(table_name)}
          WHERE ${sql.ref(column)}::text LIKE '%/media/%'`,
    ),
  );
  const { rows } = await sql<{ id: string }>`
    WITH used AS MATERIALIZED (
      SELECT DISTINCT named[1] AS id
      FROM (${sql.join(texts, sql` UNION ALL `)}) texts, regexp_matches(said, '/media/([0-9A-Z]{26})', 'g') named
    ), noted AS (
      UPDATE media SET unused_since = CASE WHEN unused_since IS NULL THEN ${at}::timestamptz END
      WHERE (unused_since IS NULL) <> (id IN (SELECT id FROM used))
    )
    DELETE FROM media WHERE unused_since < ${before} AND id NOT IN (SELECT id FROM used)
    RETURNING id`.execute(writer.sql);
  return rows.length;
}
