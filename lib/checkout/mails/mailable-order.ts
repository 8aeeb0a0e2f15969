import { getConfig } from "../../config/config";
import { newToken } from "../../core/ids";
import type { Reader } from "../../db/transaction";
import { viewDelivered } from "../../fulfillment/view-delivered";
import type { DeliveredLine, MailReceipt } from "../../notifications/mail-data";
import type { OrderDetail } from "../../orders/schema";
import { findOrderDetail } from "../../orders/sql/order-detail";
import { type FulfillmentStatus, fulfillmentStatuses } from "../../orders/state";
import { orderDetailView } from "../../orders/view";

export const page = (path: string) => `${getConfig().server.baseUrl}${path}`;

/** The token is in the fragment, which no server receives and no log records. */
export const guestLink = (orderNo: string, token: string) => page(`/orders/${orderNo}#t=${token}`);

interface OrderLink {
  url: string;
  /** The token in a guest's link. It is stored together with the mail, and opens the order from then on. */
  guestToken: { token: string; orderId: number } | null;
}

/** The address at which a buyer reads their order. */
export function orderLink(order: { id: number; orderNo: string; buyerKind: "guest" | "user" }): OrderLink {
  const { id: orderId, orderNo, buyerKind } = order;
  if (buyerKind === "user") return { url: page(`/account/orders/${orderNo}`), guestToken: null };
  const token = newToken();
  return { url: guestLink(orderNo, token), guestToken: { token, orderId } };
}

/** Beside the order: the same proof opens it. */
export const receiptLink = (orderNo: string, orderUrl: string): string =>
  page(`/orders/${orderNo}/receipt`) + new URL(orderUrl).hash;

/** Where an item of it is renewed, or chosen among its licenses. */
export const renewLink = (orderNo: string, item: number, orderUrl: string): string =>
  page(`/orders/${orderNo}/renew?item=${item}`) + new URL(orderUrl).hash;

export interface MailableOrder {
  to: string;
  locale: string;
  detail: OrderDetail;
  link: OrderLink;
}

/**
 * The order while its goods are in one of `states`; the keys are opened only then. Null for an agent site's order as well:
 * its own customer is the agent's to write to.
 */
export async function findMailable(
  reader: Reader,
  orderId: number,
  states: readonly FulfillmentStatus[] = fulfillmentStatuses,
): Promise<MailableOrder | null> {
  const found = await findOrderDetail(reader, orderId);
  const to = found?.accountEmail ?? found?.detail.email;
  if (!found || found.buyerKind === "site" || !to) return null;
  const { detail, questions, buyerKind, locale } = found;
  if (!states.includes(detail.fulfillmentStatus)) return null;
  const delivered = await viewDelivered(reader, detail.items);
  return {
    to,
    locale,
    detail: orderDetailView(detail, questions, delivered),
    link: orderLink({ id: orderId, orderNo: detail.orderNo, buyerKind }),
  };
}

export const linesOf = ({ items }: OrderDetail): DeliveredLine[] =>
  items.map((item) => ({
    title: item.bundle ? `${item.bundle.title}: ${item.title}` : item.title,
    skuName: item.sku_name ?? null,
    quantity: item.quantity,
    secrets: item.fulfillment.secrets ?? [],
    instructions: item.fulfillment.instructions ?? null,
  }));

export const receiptOf = (order: OrderDetail): MailReceipt => ({
  orderNo: order.order_no,
  currency: order.currency,
  originalAmount: order.original_amount,
  reductions: order.reductions ?? [],
  amount: order.amount,
});
