import { sql } from "kysely";
import { now } from "../../core/clock";
import type { SqlReader } from "../../db/kysely";

/** When the first order that holds units of these options without having paid lets go of them, by option. */
export async function findHeldUntil(
  reader: SqlReader,
  skuIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  const rows = await reader.sql
    .selectFrom("orders as open_order")
    .innerJoin("order_items as item", "item.order_id", "open_order.id")
    .select((row) => ["item.sku_id", row.fn.min("open_order.expire_at").as("until")])
    // Written out: an index has the orders that are open, and no others.
    .where("open_order.status", "=", sql.lit("pending_payment"))
    .where("open_order.expire_at", ">", now())
    .where((row) => sql<boolean>`${row.ref("item.sku_id")} = ANY (${[...skuIds]}::int[])`)
    .groupBy("item.sku_id")
    .execute();
  return new Map(rows.flatMap(({ sku_id, until }) => (sku_id === null ? [] : [[sku_id, until] as const])));
}
