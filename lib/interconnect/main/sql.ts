import { now } from "../../core/clock";
import { typed } from "../../db/sql-pieces";
import type { Tx } from "../../db/transaction";
import type { WithNewOrder } from "../../orders/sql/insert-order";

export const lockSite = (tx: Tx, siteId: number) =>
  tx.sql.selectFrom("sites").select("id").where("id", "=", siteId).forNoKeyUpdate().execute();

/** Claims for one receiver count one after the other. */
export const lockReceiverOf = (tx: Tx, callbackId: number) => tx.$queryRaw`
  SELECT s.id FROM sites s JOIN callbacks c ON c.site_id = s.id WHERE c.id = ${callbackId} FOR NO KEY UPDATE OF s`;

/** Attempts to deliver to the receiver of this callback that began after `since` and have no outcome yet. */
export async function countAttemptsUnderWay(tx: Tx, callbackId: number, since: Date): Promise<number> {
  const [row] = await tx.$queryRaw<{ running: number }[]>`
    SELECT count(*)::int AS running FROM callback_attempts a JOIN callbacks c ON c.id = a.callback_id
    WHERE a.http_status IS NULL AND a.error IS NULL AND a.created_at > ${since}
      AND c.site_id = (SELECT site_id FROM callbacks WHERE id = ${callbackId})`;
  return row?.running ?? 0;
}

interface NewSiteOrder {
  siteId: number;
  downstreamOrderNo: string;
  contentHash: Uint8Array;
  customerEmail: string | null;
  metadata: string;
}

/** What an agent's order is beside an order, inserted in its statement. */
export const insertSiteOrder = (order: NewSiteOrder) => (query: WithNewOrder) =>
  query
    .insertInto("site_orders")
    .columns([
      "order_id",
      "site_id",
      "downstream_order_no",
      "content_hash",
      "customer_email",
      "metadata",
      "settlement_mode",
      "created_at",
    ])
    .expression(
      query
        .selectFrom(["new_order", "sites"])
        .select([
          "new_order.id as order_id",
          "sites.id as site_id",
          typed(order.downstreamOrderNo, "text").as("downstream_order_no"),
          typed(order.contentHash, "bytea").as("content_hash"),
          typed(order.customerEmail, "text").as("customer_email"),
          typed(order.metadata, "jsonb").as("metadata"),
          "sites.settlement_mode",
          typed(now(), "timestamptz").as("created_at"),
        ])
        .where("sites.id", "=", order.siteId),
    );
