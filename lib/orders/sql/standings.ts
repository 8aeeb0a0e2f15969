import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

export interface Standing {
  orderId: number;
  /** The goods are out: what still changes waits for nobody. */
  isSettled: boolean;
  /** Another text when the page of the order would show something else. */
  standing: string;
}

/**
 * How orders stand for their open pages: the order, its history, payments, keys, living texts, files, licenses and devices. It is
 * text because each part is one aggregate beside the order (decision 103); all of them go by an index.
 */
export async function readStandings(reader: SqlReader, orderIds: readonly number[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    SELECT o.id AS "orderId", o.fulfillment_status IN ('ready', 'revoked') AS "isSettled",
      concat_ws(' ', o.status, o.payment_status, o.fulfillment_status, o.updated_at,
        (SELECT max(event.id) FROM order_events AS event WHERE event.order_id = o.id),
        (SELECT string_agg(payment.id || ':' || payment.state, ',' ORDER BY payment.id)
          FROM payments AS payment WHERE payment.order_id = o.id),
        goods.standing) AS standing
    FROM orders AS o LEFT JOIN LATERAL (
      SELECT string_agg(concat_ws(':', item.id, fulfillment.updated_at, access.ends_at, access.revoked_at, access.frozen_at,
          (SELECT max(living.number) FROM living_texts AS living WHERE living.sku_id = access.sku_id),
          grants.expires_at, grants.revoked_at,
          (SELECT sum(download.bytes_sent) FROM downloads AS download WHERE download.grant_id = grants.id),
          (SELECT max(version.id) FROM sku_files AS file JOIN file_versions AS version ON version.file_id = file.id
            WHERE file.sku_id = grants.sku_id AND version.status = 'ready'),
          (SELECT string_agg(concat_ws('/', license.status, license.expires_at, device.ids), ';' ORDER BY license.id)
            FROM licenses AS license LEFT JOIN LATERAL (SELECT string_agg(device.id::text, '+' ORDER BY device.id) AS ids
              FROM license_devices AS device WHERE device.license_id = license.id) AS device ON true
            WHERE license.order_item_id = item.id)), ',' ORDER BY item.id) AS standing
      FROM order_items AS item
        LEFT JOIN fulfillments AS fulfillment ON fulfillment.order_item_id = item.id
        LEFT JOIN living_accesses AS access ON access.fulfillment_id = fulfillment.id
        LEFT JOIN download_grants AS grants ON grants.fulfillment_id = fulfillment.id
      WHERE item.order_id = o.id) AS goods ON true
    WHERE o.id = ANY(${orderIds}::int[])`.execute(reader.sql);
  return rows;
}
