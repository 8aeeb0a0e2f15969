import type { Tx } from "../db/transaction";
import { openDelivery, sealDelivery } from "../fulfillment/delivered-content";
import { enqueue } from "../jobs/enqueue";
import { lockOrder } from "./mark-order-paid";
import { recordEvent } from "./record-event";

/**
 * The main site changed what it had delivered: our buyer gets the new content, and is told. @returns false when the item is
 * not delivered or has this content already.
 */
export async function replaceItemContent(
  tx: Tx,
  { orderItemId, content, actor }: { orderItemId: number; content: string; actor: string },
): Promise<boolean> {
  const item = await tx.orderItem.findUniqueOrThrow({
    where: { id: orderItemId },
    select: { orderId: true, position: true },
  });
  await lockOrder(tx, item.orderId);
  const fulfillment = await tx.fulfillment.findUnique({
    where: { orderItemId },
    omit: { contentSealed: false },
  });
  if (fulfillment?.status !== "ready" || !fulfillment.contentSealed) return false;
  if (openDelivery(fulfillment.id, fulfillment.contentSealed) === content) return false;
  await tx.fulfillment.update({
    where: { id: fulfillment.id },
    data: { contentSealed: sealDelivery(fulfillment.id, content) },
  });
  await recordEvent(tx, {
    orderId: item.orderId,
    kind: "secret_replaced",
    actor,
    data: { item: item.position },
  });
  await enqueue(tx, "order.secret_changed", { orderId: item.orderId });
  return true;
}
