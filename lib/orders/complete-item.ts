import { AppError } from "../core/errors";
import type { Tx } from "../db/transaction";
import { moveStock } from "../stock/count-stock";
import { moveFulfilment, releaseItem, sealDelivery, settleFulfillment, supplyOf } from "./deliver-items";
import { lockOrder } from "./mark-order-paid";

async function lockItem(tx: Tx, orderItemId: number) {
  const missing = () => new AppError("not_found", "Order item not found");
  const found = await tx.orderItem.findUnique({ where: { id: orderItemId }, select: { orderId: true } });
  if (!found) throw missing();
  await lockOrder(tx, found.orderId);
  // Read behind the lock: whoever held it may have moved the item.
  const item = await tx.orderItem.findUniqueOrThrow({
    where: { id: orderItemId },
    include: { fulfilment: { select: { id: true, status: true } } },
  });
  if (!item.fulfilment) throw missing();
  return { ...item, fulfilment: item.fulfilment };
}

/** Hands over content that came from outside the stock: an operator's, or a main site's. @returns false when it already was. */
export async function completeItemDelivery(
  tx: Tx,
  { orderItemId, content, actor }: { orderItemId: number; content: string; actor: string },
): Promise<boolean> {
  const item = await lockItem(tx, orderItemId);
  if (!(await moveFulfilment(tx, orderItemId, "ready"))) return false;
  await tx.fulfilment.update({
    where: { id: item.fulfilment.id },
    data: { contentSealed: sealDelivery(item.fulfilment.id, content) },
  });
  // Only what waits as `processing` still holds reserved pieces.
  const isReserved = item.fulfilment.status === "processing" && supplyOf(item) === "manual";
  await moveStock(tx, [
    { skuId: item.skuId, reserved: isReserved ? -item.quantity : 0, sold: item.quantity },
  ]);
  await settleFulfillment(tx, item.orderId, actor);
  return true;
}

/** This item cannot be delivered: it waits as `failed` for another try or a refund. */
export async function failItem(
  tx: Tx,
  { orderItemId, reason, actor }: { orderItemId: number; reason: string; actor: string },
): Promise<boolean> {
  const item = await lockItem(tx, orderItemId);
  const hadPieces = item.fulfilment.status !== "failed";
  if (!(await moveFulfilment(tx, orderItemId, "failed", reason))) return false;
  if (hadPieces) await moveStock(tx, [await releaseItem(tx, item)]);
  await settleFulfillment(tx, item.orderId, actor);
  return true;
}

/** An upstream purchase is under way (again). */
export async function resumeItem(
  tx: Tx,
  { orderItemId, actor }: { orderItemId: number; actor: string },
): Promise<boolean> {
  const item = await lockItem(tx, orderItemId);
  if (!(await moveFulfilment(tx, orderItemId, "processing"))) return false;
  await settleFulfillment(tx, item.orderId, actor);
  return true;
}
