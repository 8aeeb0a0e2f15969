import { isKeyed } from "../catalogue/schema";
import type { Tx } from "../db/transaction";
import { findStockFulfiller } from "../fulfillment/find-fulfiller";
import type { DeliverableItem, SoldItem } from "../fulfillment/fulfiller";
import { beginDelivery, handOver } from "../fulfillment/hand-over";
import { enqueue } from "../jobs/enqueue";
import { moveStock } from "../stock/count-stock";
import type { StockMove } from "../stock/sql/reservations";
import { moveFulfillment } from "./move-fulfillment";
import { moveOrder } from "./move-order";
import { recordEvent } from "./record-event";
import { findItemStatuses, findItemsToDeliver } from "./sql/order-rows";
import { combineFulfillment, type FulfillmentStatus } from "./state";

interface OpenItem extends DeliverableItem {
  status: FulfillmentStatus;
}

interface Delivered {
  status: FulfillmentStatus;
  move?: StockMove;
  failure?: string;
}

const short = "Not enough stock when the order was to be delivered";

/** Reserves an item's units again: for late money, and before another try of a failed delivery. */
async function reserveAgain(tx: Tx, item: SoldItem): Promise<boolean> {
  const stock = findStockFulfiller(item);
  // Its product may sell keys by now: their counter is not for units.
  if (stock.units === "counter" && (await sellsKeys(tx, item.skuId))) return false;
  const move = await stock.reserve(tx, item);
  if (move?.reserved) await moveStock(tx, [move]);
  return move !== null;
}

async function sellsKeys(tx: Tx, skuId: number): Promise<boolean> {
  const { product } = await tx.sku.findUniqueOrThrow({
    where: { id: skuId },
    select: { product: { select: { autoSecretKind: true } } },
  });
  return isKeyed(product.autoSecretKind);
}

/** Gives an item's units back; the caller moves the counter last. */
export const releaseItem = (tx: Tx, item: SoldItem): Promise<StockMove> =>
  findStockFulfiller(item).release(tx, item);

/** A closed order gave its units back: takes them again, and marks as failed what is gone (C23). */
export async function reserveClosedItems(tx: Tx, orderId: number): Promise<void> {
  const items = await tx.orderItem.findMany({
    where: { orderId },
    orderBy: [{ skuId: "asc" }, { id: "asc" }],
  });
  for (const item of items)
    if (!(await reserveAgain(tx, item))) await moveFulfillment(tx, item.id, "failed", short);
}

async function deliverItem(tx: Tx, item: OpenItem): Promise<Delivered> {
  const { skuId, quantity } = item;
  if (await beginDelivery(tx, item)) return { status: "processing" };
  const failure = await handOver(tx, item);
  if (failure === null) return { status: "ready", move: { skuId, reserved: -quantity, sold: quantity } };
  return { status: "failed", failure, move: await releaseItem(tx, item) };
}

/**
 * Delivers what is still open of a paid order whose row the caller has locked. Short stock is `failed` with nothing
 * consumed (C24), never a wrong "delivered". With `skuId` only what that SKU's new stock is for.
 */
export async function deliverItems(
  tx: Tx,
  orderId: number,
  actor: string,
  skuId?: number,
): Promise<FulfillmentStatus> {
  const items = await findItemsToDeliver(tx, orderId);
  const moves: StockMove[] = [];
  for (const item of items) {
    const from = item.status;
    if (from !== "pending" && from !== "held" && from !== "failed") continue;
    if (skuId !== undefined && item.skuId !== skuId) continue;
    if (from === "failed" && !(await reserveAgain(tx, item))) continue;
    const result = await deliverItem(tx, item);
    if (result.move) moves.push(result.move);
    if (result.status !== from) await moveFulfillment(tx, item.id, result.status, result.failure ?? null);
  }
  await moveStock(tx, moves);
  return settleFulfillment(tx, orderId, actor);
}

/** Recomputes the order's statuses from its items, and emits the event of a change once. */
export async function settleFulfillment(tx: Tx, orderId: number, actor: string): Promise<FulfillmentStatus> {
  const items = await findItemStatuses(tx, orderId);
  const [first] = items;
  if (!first) throw new Error(`Order ${orderId} has no items`);
  const { before, paymentStatus } = first;
  const fulfillmentStatus = combineFulfillment(items.map((item) => item.status));
  if (before === fulfillmentStatus && fulfillmentStatus !== "failed") return fulfillmentStatus;
  const isReady = fulfillmentStatus === "ready";
  const move = { to: "fulfillment", payment: paymentStatus, fulfillment: fulfillmentStatus } as const;
  if (!(await moveOrder(tx, orderId, move))) throw new Error(`Order ${orderId} is not paid`);
  if (before === fulfillmentStatus) return fulfillmentStatus;
  if (isReady) {
    await recordEvent(tx, { orderId, kind: "delivered", actor });
    await enqueue(tx, "order.delivered", { orderId });
  } else if (fulfillmentStatus === "failed") {
    const reason = items.find((item) => item.failureReason)?.failureReason ?? short;
    await recordEvent(tx, { orderId, kind: "delivery_failed", actor, data: { reason } });
    await enqueue(tx, "order.failed", { orderId });
  } else if (fulfillmentStatus === "processing" || fulfillmentStatus === "held") {
    await recordEvent(tx, { orderId, kind: fulfillmentStatus, actor });
  }
  return fulfillmentStatus;
}
