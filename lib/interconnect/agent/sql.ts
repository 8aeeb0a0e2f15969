import { db } from "../../db/client";
import { literal } from "../../db/statement";
import type { Tx } from "../../db/transaction";

export const lockConnection = (tx: Tx, connectionId: number) =>
  tx.sql.selectFrom("connections").select("id").where("id", "=", connectionId).forNoKeyUpdate().execute();

export const lockPurchaseRow = (tx: Tx, purchaseId: number) =>
  tx.$queryRaw`SELECT id FROM purchases WHERE id = ${purchaseId} FOR UPDATE`;

/** Whether the order has an item that a main site delivers and that is being worked on. */
export async function waitsForMainSite(orderId: number): Promise<boolean> {
  const [first] = await db().$queryRaw<{ id: number }[]>`
    SELECT i.id FROM order_items i JOIN fulfillments f ON f.order_item_id = i.id
    WHERE i.order_id = ${orderId} AND i.source = 'upstream' AND f.status = 'processing' LIMIT 1`;
  return first !== undefined;
}

/** Orders with an item that is being worked on and has no purchase: from the few that are open, not from all that were sold. */
export async function findOrdersWithoutPurchase(limit: number): Promise<number[]> {
  const rows = await db().$queryRaw<{ orderId: number }[]>`
    SELECT DISTINCT i.order_id AS "orderId" FROM fulfillments f JOIN order_items i ON i.id = f.order_item_id
    WHERE f.status = 'processing' AND i.source = 'upstream' AND NOT EXISTS (
      SELECT 1 FROM purchases p WHERE p.order_item_id = i.id AND p.status IN ('paying', 'awaiting_goods', 'delivered'))
    ORDER BY i.order_id LIMIT ${literal(limit)}`;
  return rows.map(({ orderId }) => orderId);
}
