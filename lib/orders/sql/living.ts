import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

interface Slice {
  /** Orders from this one on: it may have another such item. */
  after: number;
  limit: number;
  at: Date;
}

interface DueAccess {
  fulfillmentId: number;
  orderId: number;
  position: number;
  isSite: boolean;
}

/** Delivered items that read this text and were not told of it, with their orders locked in their order. */
export const lockUntold = (
  tx: SqlReader,
  { skuId, number, after, limit, at }: Slice & { skuId: number; number: number },
): Promise<DueAccess[]> =>
  tx.sql
    .selectFrom("living_accesses as access")
    .innerJoin("fulfillments as fulfillment", "fulfillment.id", "access.fulfillment_id")
    .innerJoin("order_items as item", "item.id", "fulfillment.order_item_id")
    .innerJoin("orders as o", "o.id", "item.order_id")
    .select((row) => [
      "access.fulfillment_id as fulfillmentId",
      "o.id as orderId",
      "item.position",
      sql<boolean>`${row.ref("o.site_id")} IS NOT NULL`.as("isSite"),
    ])
    .where("access.sku_id", "=", skuId)
    .where("access.told_number", "<", number)
    .where("access.revoked_at", "is", null)
    .where("access.frozen_at", "is", null)
    .where((row) => row.or([row("access.ends_at", "is", null), row("access.ends_at", ">", at)]))
    .where("fulfillment.status", "=", sql.lit("ready"))
    .where("o.id", ">=", after)
    .orderBy("o.id")
    .limit(limit)
    .forUpdate("o")
    .execute();

interface Telling {
  skuId: number;
  due: readonly DueAccess[];
  number: number;
  at: Date;
  /** How many mails leave before these, and how many a minute. */
  before: number;
  perMinute: number;
  pauseMinutes: number;
}

/**
 * Notes that these were told, in each order's history, and adds the jobs that tell: agents at once, buyers by mail as fast as
 * mails may leave and not sooner than the pause after the last one; a mail that waits for its turn tells of this change, too.
 * It is text because a job's function is called for each row that was changed (decision 103).
 */
export async function tellUntold(
  tx: SqlReader,
  { skuId, due, number, at, before, perMinute, pauseMinutes }: Telling,
): Promise<void> {
  await sql`
    WITH due AS (
      SELECT fulfillment_id, order_id, position, is_site,
        ${at}::timestamptz + floor((${before}::int + row_number() OVER (ORDER BY order_id) - 1) / ${perMinute}::float8)
          * interval '1 minute' AS turn
      FROM unnest(${due.map((one) => one.fulfillmentId)}::int[], ${due.map((one) => one.orderId)}::int[],
        ${due.map((one) => one.position)}::int[], ${due.map((one) => one.isSite)}::boolean[])
        AS given (fulfillment_id, order_id, position, is_site)),
    told AS (
      UPDATE living_accesses AS access SET told_number = ${number}::int,
        mail_at = CASE WHEN due.is_site THEN NULL WHEN access.mail_at > ${at}::timestamptz THEN access.mail_at
          ELSE greatest(due.turn, access.mail_at + ${pauseMinutes}::int * interval '1 minute') END
      FROM due WHERE access.fulfillment_id = due.fulfillment_id AND access.told_number < ${number}::int
      RETURNING due.order_id, due.position, access.mail_at),
    events AS (
      INSERT INTO order_events (order_id, kind, actor, data, created_at)
      SELECT order_id, 'secret_replaced', 'system', json_build_object('item', position, 'text', ${number}::int),
        ${at}::timestamptz FROM told)
    SELECT (graphile_worker.add_job('order.secret_changed', payload => json_build_object('orderId', order_id),
      job_key => 'living:' || order_id || ':' || ${skuId}::int, job_key_mode => 'preserve_run_at',
      run_at => coalesce(mail_at, ${at}::timestamptz))).id
    FROM told`.execute(tx.sql);
}

/** Items of agents' orders whose access has ended and that do not know it, with their orders locked in their order. */
export const lockEnded = (tx: SqlReader, { after, limit, at }: Slice) =>
  tx.sql
    .selectFrom("living_accesses as access")
    .innerJoin("fulfillments as fulfillment", "fulfillment.id", "access.fulfillment_id")
    .innerJoin("order_items as item", "item.id", "fulfillment.order_item_id")
    .innerJoin("orders as o", "o.id", "item.order_id")
    .select(["access.fulfillment_id as fulfillmentId", "o.id as orderId", "item.position"])
    .where("access.ends_at", "<=", at)
    .where("access.ended_at", "is", null)
    .where("access.revoked_at", "is", null)
    .where("fulfillment.status", "=", sql.lit("ready"))
    .where("o.site_id", "is not", null)
    .where("o.id", ">=", after)
    .orderBy("o.id")
    .limit(limit)
    .forUpdate("o")
    .execute();
