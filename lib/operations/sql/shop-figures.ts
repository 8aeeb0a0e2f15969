import { sql } from "kysely";
import { db } from "../../db/client";

export interface ShopFigures {
  databaseBytes: number;
  pending: number;
  paid: number;
  delivering: number;
  held: number;
  failed: number;
  paidLastHour: number;
  keysAvailable: number;
  keysReserved: number;
  skusOut: number;
  skusLow: number;
  mailsQueued: number;
  mailsFailed: number;
  callbacksPending: number;
  callbacksFailed: number;
  alerts: number;
  connections: number;
}

/** One statement; each part reads an index or a small table. Delivered orders are counted by their jobs, not here. */
export async function readShopFigures(): Promise<ShopFigures> {
  const { rows } = await sql<ShopFigures>`
    SELECT pg_database_size(current_database())::float8 AS "databaseBytes",
      (SELECT count(*) FROM orders WHERE status = 'pending_payment')::int AS pending,
      (SELECT count(*) FROM orders WHERE status = 'paid')::int AS paid,
      (SELECT count(*) FROM orders WHERE status = 'delivering')::int AS delivering,
      (SELECT count(*) FROM orders WHERE fulfillment_status = 'held')::int AS held,
      (SELECT count(*) FROM orders WHERE fulfillment_status = 'failed')::int AS failed,
      (SELECT count(*) FROM orders WHERE paid_at > now() - interval '1 hour')::int AS "paidLastHour",
      stock.available AS "keysAvailable", stock.reserved AS "keysReserved", stock.sold_out AS "skusOut", stock.low AS "skusLow",
      (SELECT count(*) FROM mails WHERE status = 'queued')::int AS "mailsQueued",
      (SELECT count(*) FROM mails WHERE status = 'failed')::int AS "mailsFailed",
      (SELECT count(*) FROM callbacks WHERE status = 'pending')::int AS "callbacksPending",
      (SELECT count(*) FROM callbacks WHERE status = 'failed')::int AS "callbacksFailed",
      (SELECT count(*) FROM alerts WHERE resolved_at IS NULL)::int AS alerts,
      (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database())::int AS connections
    FROM (
      SELECT COALESCE(sum(available), 0)::float8 AS available, COALESCE(sum(reserved), 0)::float8 AS reserved,
        count(*) FILTER (WHERE available <= 0)::int AS sold_out,
        count(*) FILTER (WHERE available BETWEEN 1 AND p.low_stock_at)::int AS low
      FROM sku_stocks st JOIN skus s ON s.id = st.sku_id JOIN products p ON p.id = s.product_id
      WHERE NOT st.is_unlimited AND s.is_active AND p.status = 'active') AS stock`.execute(db().sql);
  const [row] = rows;
  if (!row) throw new Error("The database gave no answer");
  return row;
}
