import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

/** A key that was handed over. */
export interface Sale {
  /** Id of the row in `fulfillment_secrets`; 0 where the key was only held back. */
  id: number;
  secretId: number;
  skuId: number;
  /** Ids are given again after a restore: only with this is it the same key. */
  madeAt: Date;
  orderNo: string | null;
  at: Date;
}

/**
 * The highest id of a sale that can be seen, and the transactions that may still commit a lower one: a transaction locks the table
 * before it takes an id, and ids are given in their order. The locks are read after the snapshot in which the id was found.
 */
export async function readNewestSale(reader: SqlReader): Promise<{ last: number; busy: string[] }> {
  const { rows } = await sql<{ last: number; busy: string[] }>`
    SELECT coalesce(max(id), 0)::int AS last, ARRAY(
      SELECT DISTINCT virtualtransaction FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE locktype = 'relation' AND relation = 'fulfillment_secrets'::regclass AND mode = 'RowExclusiveLock'
        AND datname = current_database()) AS busy
    FROM fulfillment_secrets`.execute(reader.sql);
  return rows[0] ?? { last: 0, busy: [] };
}

/** Whether one of these transactions has not ended. */
export async function isOneRunning(reader: SqlReader, transactions: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`
    SELECT EXISTS (SELECT FROM pg_locks WHERE virtualtransaction = ANY(${[...transactions]}::text[])) AS running`.execute(
    reader.sql,
  );
  return rows[0]?.running ?? false;
}

/** Reads sales with a higher id than `after`, in the order of their ids. */
export async function readSales(reader: SqlReader, after: number, limit: number): Promise<Sale[]> {
  const { rows } = await sql<Sale>`
    SELECT sold.id, sold.secret_id AS "secretId", secret.sku_id AS "skuId", secret.created_at AS "madeAt",
      orders.order_no AS "orderNo", sold.created_at AS at
    FROM fulfillment_secrets sold JOIN secrets secret ON secret.id = sold.secret_id
    JOIN fulfillments fulfillment ON fulfillment.id = sold.fulfillment_id
    JOIN order_items item ON item.id = fulfillment.order_item_id JOIN orders ON orders.id = item.order_id
    WHERE sold.id > ${after}::int ORDER BY sold.id LIMIT ${limit}::int`.execute(reader.sql);
  return rows;
}

/** The keys that open orders hold, by SKU. */
export async function readReserved(reader: SqlReader): Promise<[skuId: number, keys: number][]> {
  const rows = await reader.sql
    .selectFrom("sku_stocks")
    .select(["sku_id", "reserved"])
    .where("reserved", ">", 0)
    .execute();
  return rows.map(({ sku_id, reserved }) => [sku_id, reserved]);
}
