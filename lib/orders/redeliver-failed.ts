import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import { deliverItems } from "./deliver-items";
import { lockOrder } from "./mark-order-paid";

interface Waiting {
  id: number;
  orderId: number;
}

const slice = 200;

/** Paid items after `last` that failed and could be delivered now, oldest first: the large ones only when there is as much. */
const findServable = (skuId: number, last: number) => db().$queryRaw<Waiting[]>`
  SELECT i.id, i.order_id AS "orderId"
  FROM order_items i
  JOIN orders o ON o.id = i.order_id
  JOIN fulfillments f ON f.order_item_id = i.id
  JOIN sku_stocks k ON k.sku_id = i.sku_id
  JOIN skus s ON s.id = i.sku_id
  WHERE i.sku_id = ${skuId} AND i.id > ${last} AND i.source = 'local' AND f.status = 'failed'
    AND o.payment_status IN ('paid', 'partially_refunded') AND (k.is_unlimited OR k.available >= i.quantity)
    AND (i.delivery = 'manual' OR i.auto_secret_kind <> 'text' OR s.content_sealed IS NOT NULL)
  ORDER BY i.id LIMIT ${slice}`;

async function deliver({ id, orderId }: Waiting, skuId: number): Promise<boolean> {
  return inTransaction(async (tx) => {
    await lockOrder(tx, orderId);
    await deliverItems(tx, orderId, "system", skuId);
    return (await tx.fulfillment.count({ where: { orderItemId: id, status: "failed" } })) === 0;
  });
}

/**
 * When there is stock again: delivers what was paid while this SKU was short, oldest first, as far as the stock goes (C24).
 * An item that is short of it is passed over, and what is left is looked for among the later ones that are small enough;
 * so it ends soon after the stock does, however many wait.
 */
export async function redeliverFailed(skuId: number): Promise<void> {
  let last = 0;
  for (;;) {
    const waiting = await findServable(skuId, last);
    if (waiting.length === 0) return;
    for (const item of waiting) {
      last = item.id;
      if (!(await deliver(item, skuId))) break;
    }
  }
}
