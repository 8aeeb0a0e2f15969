import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

export interface FirstView {
  orderId: number;
  at: Date;
  ip: string | null;
}

/** Stores the first view of each order that has none yet. Rows are locked in id order, as everywhere. */
export async function storeFirstViews(reader: SqlReader, views: readonly FirstView[]): Promise<void> {
  const ids = views.map(({ orderId }) => orderId);
  const times = views.map(({ at }) => at.toISOString());
  const ips = views.map(({ ip }) => ip);
  await sql`
    WITH seen AS (SELECT * FROM unnest(${ids}::int[], ${times}::timestamptz[], ${ips}::text[]) AS seen (id, at, ip)),
    first AS (SELECT id FROM orders WHERE id = ANY(${ids}::int[]) AND first_viewed_at IS NULL ORDER BY id FOR UPDATE)
    UPDATE orders SET first_viewed_at = seen.at, first_viewed_ip = seen.ip
    FROM seen JOIN first ON first.id = seen.id WHERE orders.id = seen.id`.execute(reader.sql);
}
