import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { deliverItems } from "../deliver-items";
import { isDeliveryFrozen } from "../disputes";
import { lockOrder } from "../mark-order-paid";
import { findDeliverableItems } from "../sql/order-rows";

interface Waiting {
  id: number;
  orderId: number;
}

const slice = 200;

async function deliver({ id, orderId }: Waiting, skuId: number): Promise<boolean> {
  return inTransaction(async (tx) => {
    await lockOrder(tx, orderId);
    // Passed over: its dispute says when it goes on.
    if (await isDeliveryFrozen(tx, orderId)) return true;
    await deliverItems(tx, orderId, "system", { skuId });
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
    const waiting = await findDeliverableItems(db(), { skuId, afterId: last, limit: slice });
    if (waiting.length === 0) return;
    for (const item of waiting) {
      last = item.id;
      if (!(await deliver(item, skuId))) break;
    }
  }
}
