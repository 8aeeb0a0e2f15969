import { sql } from "kysely";
import { batchReads } from "../../../db/batches";
import { db } from "../../../db/client";
import { literal, numbers } from "../../../db/sql-pieces";

const itemsBeingWorkedOn = () =>
  db()
    .sql.selectFrom("fulfillments")
    .innerJoin("order_items as item", "item.id", "fulfillments.order_item_id")
    .where("item.source", "=", sql.lit("upstream"))
    .where("fulfillments.status", "=", sql.lit("processing"));

const findWaiting = batchReads((orderIds: readonly number[]) =>
  itemsBeingWorkedOn()
    .select("item.order_id as orderId")
    .where((row) => sql<boolean>`${row.ref("item.order_id")} = ANY (${numbers([...orderIds])})`)
    .execute(),
);

/** Whether the order has an item that a main site delivers and that is being worked on. */
export const waitsForMainSite = async (orderId: number): Promise<boolean> =>
  (await findWaiting(orderId)).some((item) => item.orderId === orderId);

const livePurchaseStates = (["paying", "awaiting_goods", "delivered"] as const).map((state) =>
  sql.lit(state),
);

/** Orders with an item that is being worked on and has no purchase: from the few that are open, not from all that were sold. */
export async function findOrdersWithoutPurchase(limit: number): Promise<number[]> {
  const rows = await itemsBeingWorkedOn()
    .select("item.order_id")
    .distinct()
    .where((item) =>
      item.not(
        item.exists(
          item
            .selectFrom("purchases")
            .select("purchases.id")
            .whereRef("purchases.order_item_id", "=", "item.id")
            .where("purchases.status", "in", livePurchaseStates),
        ),
      ),
    )
    .orderBy("item.order_id")
    .limit(literal(limit))
    .execute();
  return rows.map((row) => row.order_id);
}
