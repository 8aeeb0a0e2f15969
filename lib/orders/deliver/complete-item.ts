import { AppError, notFound } from "../../core/errors";
import { type Problem, refusal } from "../../core/refusals/refusal";
import type { Tx } from "../../db/transaction";
import { openDelivery, sealDelivery } from "../../fulfillment/delivered-content";
import { findStockFulfiller } from "../../fulfillment/find-fulfiller";
import { handOver } from "../../fulfillment/hand-over";
import { moveStock } from "../../stock/count-stock";
import { releaseItem, settleFulfillment } from "../deliver-items";
import { isDeliveryFrozen } from "../disputes";
import { lockOrder } from "../mark-order-paid";
import { moveFulfillment } from "../move-fulfillment";

async function lockItem(tx: Tx, orderItemId: number) {
  const missing = () => notFound("order_item");
  const found = await tx.orderItem.findUnique({ where: { id: orderItemId }, select: { orderId: true } });
  if (!found) throw missing();
  await lockOrder(tx, found.orderId);
  // Read under the lock: the transaction that held it before may have moved the item.
  const item = await tx.orderItem.findUniqueOrThrow({
    where: { id: orderItemId },
    include: { fulfillment: { select: { id: true, status: true, contentSealed: true } } },
  });
  if (!item.fulfillment) throw missing();
  return { ...item, fulfillment: item.fulfillment };
}

/** Locks the item's order. @returns whether a dispute keeps what came from outside from being handed over */
export async function isItemFrozen(tx: Tx, orderItemId: number): Promise<boolean> {
  const { orderId } = await lockItem(tx, orderItemId);
  return isDeliveryFrozen(tx, orderId);
}

type Item = Awaited<ReturnType<typeof lockItem>>;

interface Completed {
  orderItemId: number;
  /** Null where files of its own are all that is delivered. */
  content: string | null;
  actor: string;
}

/** The part that the seller's server has made, of an item whose other part a person still delivers. */
const keptPart = ({ fulfillment }: Item): string[] =>
  fulfillment.status === "processing" && fulfillment.contentSealed
    ? [openDelivery(fulfillment.id, fulfillment.contentSealed)]
    : [];

/**
 * Hands over what the seller's server made. Where a person has a part in the item, it waits sealed until they deliver theirs.
 * @returns false when the item was delivered or refunded otherwise
 */
export async function completeServerPart(
  tx: Tx,
  completed: Completed & { content: string },
): Promise<boolean> {
  const item = await lockItem(tx, completed.orderItemId);
  if (findStockFulfiller(item).code !== "by_hand") return completeItem(tx, item, completed);
  const { id, status } = item.fulfillment;
  if (status !== "processing") return false;
  const contentSealed = sealDelivery(id, completed.content);
  await tx.fulfillment.update({ where: { id }, data: { contentSealed } });
  return true;
}

/** Hands over content that came from outside the stock: an operator's, or a main site's. @returns false when it already was. */
export const completeItemDelivery = async (tx: Tx, completed: Completed): Promise<boolean> =>
  completeItem(tx, await lockItem(tx, completed.orderItemId), completed);

async function completeItem(
  tx: Tx,
  item: Item,
  { content: last, actor }: Omit<Completed, "orderItemId">,
): Promise<boolean> {
  const texts = [...keptPart(item), ...(last === null ? [] : [last])];
  if (!(await moveFulfillment(tx, item, "ready"))) return false;
  const { id: fulfillmentId, status: from } = item.fulfillment;
  // Only what waits as `processing` still holds its units.
  const holdsUnits = from === "processing" && findStockFulfiller(item).units !== "elsewhere";
  const failure = await handOver(tx, { ...item, fulfillmentId }, { texts, holdsUnits });
  if (failure !== null) throw new AppError("state_conflict", refusal("part_missing", { reason: failure }));
  await moveStock(tx, [
    { skuId: item.skuId, reserved: holdsUnits ? -item.quantity : 0, sold: item.quantity },
  ]);
  await settleFulfillment(tx, item.orderId, actor);
  return true;
}

/** This item cannot be delivered: it waits as `failed` for another try or a refund. */
export async function failItem(
  tx: Tx,
  { orderItemId, reason, actor }: { orderItemId: number; reason: Problem; actor: string },
): Promise<boolean> {
  const item = await lockItem(tx, orderItemId);
  const hadUnits = item.fulfillment.status !== "failed";
  if (!(await moveFulfillment(tx, item, "failed", reason))) return false;
  if (hadUnits) await moveStock(tx, [await releaseItem(tx, item)]);
  await settleFulfillment(tx, item.orderId, actor);
  return true;
}

/** An upstream purchase is under way (again). */
export async function resumeItem(
  tx: Tx,
  { orderItemId, actor }: { orderItemId: number; actor: string },
): Promise<boolean> {
  const item = await lockItem(tx, orderItemId);
  if (!(await moveFulfillment(tx, item, "processing"))) return false;
  await settleFulfillment(tx, item.orderId, actor);
  return true;
}
