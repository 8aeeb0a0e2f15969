import { isKeyed } from "../catalogue/schema";
import { openSkuContent } from "../catalogue/sku-content";
import { open, seal } from "../core/crypto";
import type { Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import { claimSecrets } from "../stock/claim-secrets";
import { moveStock, reserveUnits } from "../stock/count-stock";
import { releaseSecrets, type StockMove, sellSecrets } from "../stock/sql/reservations";
import { moveFulfillment } from "./move-fulfillment";
import { moveOrder } from "./move-order";
import { recordEvent } from "./record-event";
import { findItemStatuses, findItemsToDeliver } from "./sql/order-rows";
import { combineFulfillment, type FulfillmentStatus } from "./state";

const place = (fulfillmentId: number) => `fulfilments:content:${fulfillmentId}:v1`;
export const sealDelivery = (fulfillmentId: number, content: string) => seal(content, place(fulfillmentId));
export const openDelivery = (fulfillmentId: number, sealed: Uint8Array) => open(sealed, place(fulfillmentId));

interface ReservableItem {
  id: number;
  skuId: number;
  quantity: number;
  delivery: string;
  source: string;
  autoSecretKind: string;
}

interface OpenItem extends ReservableItem {
  fulfillmentId: number;
  status: FulfillmentStatus;
}

/** What an item hands over, and where its units are counted. */
type DeliverySource = "secrets" | "text" | "manual" | "upstream";

export function deliverySource(item: {
  delivery: string;
  source: string;
  autoSecretKind: string;
}): DeliverySource {
  if (item.source === "upstream") return "upstream";
  if (item.delivery === "manual") return "manual";
  return item.autoSecretKind === "text" ? "text" : "secrets";
}

interface Delivered {
  status: FulfillmentStatus;
  move?: StockMove;
  failure?: string;
}

const short = "Not enough stock when the order was to be delivered";

/** Reserves an item's units: at creation, for late money, and before another try of a failed delivery. */
export async function reserveItem(tx: Tx, item: ReservableItem): Promise<boolean> {
  const { id: orderItemId, skuId, quantity } = item;
  switch (deliverySource(item)) {
    case "upstream":
      // A main site decides about its own stock; ours only mirrors it.
      return true;
    case "secrets": {
      if (!(await claimSecrets(tx, { skuId, orderItemId, quantity }))) return false;
      await moveStock(tx, [{ skuId, available: -quantity, reserved: quantity }]);
      return true;
    }
    default:
      // Its product may sell keys by now: their counter is not for units.
      return !(await sellsKeys(tx, skuId)) && reserveUnits(tx, skuId, quantity);
  }
}

async function sellsKeys(tx: Tx, skuId: number): Promise<boolean> {
  const { product } = await tx.sku.findUniqueOrThrow({
    where: { id: skuId },
    select: { product: { select: { autoSecretKind: true } } },
  });
  return isKeyed(product.autoSecretKind);
}

/** Gives an item's units back; the caller moves the counter last. */
export async function releaseItem(tx: Tx, item: ReservableItem): Promise<StockMove> {
  const { id, skuId, quantity } = item;
  switch (deliverySource(item)) {
    case "upstream":
      return { skuId };
    case "secrets": {
      const freed = await releaseSecrets(tx, id);
      return { skuId, available: freed, reserved: -freed };
    }
    default:
      return { skuId, available: quantity, reserved: -quantity };
  }
}

/** A closed order gave its units back: takes them again, and marks as failed what is gone (C23). */
export async function reserveClosedItems(tx: Tx, orderId: number): Promise<void> {
  const items = await tx.orderItem.findMany({
    where: { orderId },
    orderBy: [{ skuId: "asc" }, { id: "asc" }],
  });
  for (const item of items)
    if (!(await reserveItem(tx, item))) await moveFulfillment(tx, item.id, "failed", short);
}

async function deliverItem(tx: Tx, item: OpenItem): Promise<Delivered> {
  const { skuId, quantity, fulfillmentId } = item;
  switch (deliverySource(item)) {
    case "manual":
    case "upstream":
      return { status: "processing" };
    case "text": {
      const sku = await tx.sku.findUnique({ where: { id: skuId }, select: { contentSealed: true } });
      if (!sku?.contentSealed) {
        const failure = "The product has no content to deliver";
        return { status: "failed", failure, move: { skuId, available: quantity, reserved: -quantity } };
      }
      // A copy of its own: a later edit of the product must not change what was sold.
      const content = openSkuContent(skuId, sku.contentSealed);
      await tx.fulfillment.update({
        where: { id: fulfillmentId },
        data: { contentSealed: sealDelivery(fulfillmentId, content) },
      });
      return { status: "ready", move: { skuId, reserved: -quantity, sold: quantity } };
    }
    case "secrets": {
      const handedOver = await sellSecrets(tx, item.id, fulfillmentId);
      if (handedOver !== quantity)
        throw new Error(`Order item ${item.id} holds ${handedOver} of ${quantity} secrets`);
      return { status: "ready", move: { skuId, reserved: -quantity, sold: quantity } };
    }
  }
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
    if (from === "failed" && !(await reserveItem(tx, item))) continue;
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
