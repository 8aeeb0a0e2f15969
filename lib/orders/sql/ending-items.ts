import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

interface Ending {
  at: Date;
  /** How long before the end the buyer is told. */
  days: number;
  limit: number;
  /** How many mails leave before these, and how many a minute. */
  before: number;
  perMinute: number;
}

/** Tables of things that end, with each one's own names of its end, its beginning and its item. */
const sources = {
  licenses: {
    table: sql`licenses`,
    key: sql`id`,
    end: sql`expires_at`,
    begin: sql`created_at`,
    lives: sql`status = 'active'`,
    items: sql`SELECT order_item_id AS item_id, ends_at FROM marked`,
  },
  accesses: {
    table: sql`living_accesses`,
    key: sql`fulfillment_id`,
    end: sql`ends_at`,
    begin: sql`given_at`,
    lives: sql`revoked_at IS NULL AND frozen_at IS NULL`,
    items: sql`SELECT f.order_item_id AS item_id, marked.ends_at FROM marked JOIN fulfillments f ON f.id = marked.fulfillment_id`,
  },
} as const;

/**
 * Marks what ends within the days as reminded of that end, and adds the job of each item's mail, as fast as mails may leave. What was
 * sold for no longer than those days is left alone: its buyer has just read when it ends. It is text because a job's function is
 * called for each row (decision 103). @returns how many were marked
 */
export async function remindOfEnding(
  tx: SqlReader,
  of: keyof typeof sources,
  { at, days, limit, before, perMinute }: Ending,
): Promise<number> {
  const { table, key, end, begin, lives, items } = sources[of];
  const column = of === "licenses" ? sql`one.order_item_id` : sql`one.fulfillment_id`;
  const { rows } = await sql<{ marked: number }>`
    WITH found AS MATERIALIZED (
      SELECT ${key} AS key, ${end} AS ends_at FROM ${table}
      WHERE ${lives} AND ${end} IS NOT NULL AND reminded_of IS DISTINCT FROM ${end}
        AND ${end} > ${at}::timestamptz AND ${end} <= ${at}::timestamptz + ${days}::int * interval '1 day'
        AND ${begin} < ${end} - ${days}::int * interval '1 day'
      ORDER BY ${end} LIMIT ${limit}::int FOR UPDATE SKIP LOCKED),
    marked AS (
      UPDATE ${table} AS one SET reminded_of = found.ends_at FROM found WHERE one.${key} = found.key
      RETURNING ${column}, found.ends_at),
    due AS (
      SELECT item.item_id, i.order_id, item.ends_at, row_number() OVER (ORDER BY item.ends_at, item.item_id) AS turn
      FROM (SELECT DISTINCT item_id, ends_at FROM (${items}) AS ending) AS item
      JOIN order_items i ON i.id = item.item_id
      JOIN orders o ON o.id = i.order_id AND o.site_id IS NULL
      JOIN fulfillments f ON f.order_item_id = i.id AND f.status = 'ready'),
    jobs AS (
      SELECT (graphile_worker.add_job('order.ending',
        payload => json_build_object('orderId', order_id, 'itemId', item_id,
          'endsAt', to_char(ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
        job_key => 'order.ending:' || item_id || ':' || extract(epoch FROM ends_at),
        run_at => ${at}::timestamptz + floor((${before}::int + turn - 1) / ${perMinute}::float8) * interval '1 minute')).id
      FROM due)
    SELECT (SELECT count(*) FROM marked)::int AS marked, (SELECT count(id) FROM jobs)::int AS jobs`.execute(
    tx.sql,
  );
  return rows[0]?.marked ?? 0;
}
