import { now } from "../../../core/clock";
import { notFound } from "../../../core/errors";
import { toMoney, toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import type { SiteTestOrder } from "../../../db/generated/client";
import type { OrderStatus } from "../../../orders/state";
import { paidOrderStatus } from "../../../orders/state";
import type { FulfillmentView, SiteOrderCreated, SiteOrderDetail, SiteOrderPaid } from "../schema";

type State = Pick<SiteTestOrder, "orderNo" | "quantity" | "expireAt" | "paidAt" | "deliveredAt">;

/** Nothing is stored: the goods follow from the number, and say what they are. */
const goodsOf = ({ orderNo, quantity }: State): string[] =>
  Array.from({ length: quantity }, (_, index) => `${orderNo}-${index + 1}`);

export function fulfillmentOf(order: State): FulfillmentView {
  if (order.paidAt === null) return { status: "pending" };
  if (order.deliveredAt === null) return { status: "processing" };
  const secrets = goodsOf(order);
  return { status: "ready", payload: secrets.join("\n"), secrets };
}

function statusOf(order: State): OrderStatus {
  if (order.paidAt !== null) return paidOrderStatus("paid", fulfillmentOf(order).status);
  return order.expireAt <= now() ? "expired" : "pending_payment";
}

export const createdView = (order: SiteTestOrder): SiteOrderCreated => ({
  upstream_order_no: order.orderNo,
  amount: toMoney(order.amountCents),
  expire_at: toTime(order.expireAt),
  status: statusOf(order),
});

export const paidView = (order: SiteTestOrder): SiteOrderPaid => ({
  upstream_order_no: order.orderNo,
  status: statusOf(order),
  fulfillment: fulfillmentOf(order),
});

/** @throws AppError `not_found`, also for another site's */
export async function findTestOrder(siteId: number, orderNo: string): Promise<SiteTestOrder> {
  const order = await db().siteTestOrder.findFirst({ where: { orderNo, siteId } });
  if (!order) throw notFound("order");
  return order;
}

export async function getTestOrder(siteId: number, orderNo: string): Promise<SiteOrderDetail> {
  const order = await findTestOrder(siteId, orderNo);
  return {
    upstream_order_no: order.orderNo,
    downstream_order_no: order.downstreamOrderNo,
    status: statusOf(order),
    amount: toMoney(order.amountCents),
    paid_at: toTimeOrNull(order.paidAt),
    expire_at: toTime(order.expireAt),
    product_id: order.productId,
    sku_id: order.skuId,
    quantity: order.quantity,
    refunded_amount: toMoney(0n),
    fulfillment: fulfillmentOf(order),
  };
}
