import { now } from "../../core/clock";
import type { Tx } from "../../db/transaction";
import { openDelivery, sealDelivery } from "../../fulfillment/delivered-content";
import { enqueue } from "../../jobs/enqueue";
import { lockOrder } from "../mark-order-paid";
import { recordEvent } from "../record-event";

const quarter = 15 * 60 * 1000;

/**
 * When a buyer who was just told of a change is told of the next one: at the end of this quarter of an hour, with all that
 * come until then. An agent's order is passed on at once.
 */
async function nextNotice(tx: Tx, orderId: number): Promise<Date | null> {
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      siteId: true,
      events: { where: { kind: "secret_replaced" }, orderBy: { id: "desc" }, take: 1 },
    },
  });
  const last = order.events[0]?.createdAt.getTime() ?? 0;
  const at = now().getTime();
  if (order.siteId !== null || at - last > quarter) return null;
  return new Date(Math.ceil((at + 1) / quarter) * quarter);
}

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
  const runAt = await nextNotice(tx, item.orderId);
  await recordEvent(tx, {
    orderId: item.orderId,
    kind: "secret_replaced",
    actor,
    data: { item: item.position },
  });
  const jobKey = `order.secret_changed:${item.orderId}`;
  await enqueue(tx, "order.secret_changed", { orderId: item.orderId }, runAt ? { jobKey, runAt } : {});
  return true;
}
