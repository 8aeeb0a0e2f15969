import { z } from "zod";
import { getConfig } from "../config/config";
import { sha256Hex } from "../core/crypto";
import { newUuid } from "../core/ids";
import { toMoney } from "../core/wire";
import { inTransaction, type Tx } from "../db/transaction";
import { viewDelivered } from "../fulfillment/view-delivered";
import type { JobKind, JobPayloads } from "../jobs/kinds";
import { queueMail } from "../notifications/queue-mail";
import type { DeliveredLine, MailReceipt } from "../notifications/types";
import { issueGuestToken } from "../orders/guest-token";
import { issueRecoveryLinks } from "../orders/recover-guest-orders";
import type { OrderDetail } from "../orders/schema";
import { findOrderDetail } from "../orders/sql/order-detail";
import { type FulfillmentStatus, fulfillmentStatuses } from "../orders/state";
import { orderDetailView } from "../orders/view";

const page = (path: string) => `${getConfig().server.baseUrl}${path}`;

/** The token is in the fragment, which no server receives and no log records. */
const guestLink = (orderNo: string, token: string) => page(`/orders/${orderNo}#t=${token}`);

/** The address at which a buyer reads their order. */
export const orderLink = async (
  tx: Tx,
  { id, orderNo, buyerKind }: { id: number; orderNo: string; buyerKind: "guest" | "user" },
): Promise<string> =>
  buyerKind === "guest"
    ? guestLink(orderNo, await issueGuestToken(tx, id))
    : page(`/account/orders/${orderNo}`);

/** Beside the order: the same proof opens it. */
const receiptLink = (orderNo: string, orderUrl: string): string =>
  page(`/orders/${orderNo}/receipt`) + new URL(orderUrl).hash;

interface MailableOrder {
  to: string;
  locale: string;
  detail: OrderDetail;
  url: () => Promise<string>;
}

/**
 * The order while its goods are in one of `states`; the keys are opened only then. Null for an agent site's order as well:
 * its own customer is the agent's to write to.
 */
export async function findMailable(
  tx: Tx,
  orderId: number,
  states: readonly FulfillmentStatus[] = fulfillmentStatuses,
): Promise<MailableOrder | null> {
  const found = await findOrderDetail(tx, orderId);
  const to = found?.accountEmail ?? found?.detail.email;
  if (!found || found.buyerKind === "site" || !to) return null;
  const { detail, questions, buyerKind, locale } = found;
  if (!states.includes(detail.fulfillmentStatus)) return null;
  const delivered = await viewDelivered(tx, detail.items);
  return {
    to,
    locale,
    detail: orderDetailView(detail, questions, delivered),
    url: () => orderLink(tx, { id: orderId, orderNo: detail.orderNo, buyerKind }),
  };
}

export const linesOf = ({ items }: OrderDetail): DeliveredLine[] =>
  items.map((item) => ({
    title: item.title,
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

/** `again` identifies one request to resend; without it each mail is sent once. */
const keyOf = (kind: string, orderId: number, again: string | undefined) =>
  again ? `order.again:${orderId}:${again}` : `${kind}:${orderId}`;

/** Only where the buyer has to wait: what is delivered at once gets one mail and not two. */
async function queuePaid(tx: Tx, orderId: number, again?: string): Promise<boolean> {
  const order = await findMailable(tx, orderId, ["processing", "held"]);
  if (!order) return false;
  const { detail, to, locale } = order;
  const receipt = receiptOf(detail);
  const isByHand = detail.items.some((item) => item.delivery === "manual");
  const data = { receipt, lines: linesOf(detail), isByHand, url: await order.url() };
  const dedupeKey = keyOf("order.paid", orderId, again);
  return queueMail(tx, { kind: "order_paid", to, locale, data, dedupeKey, reference: receipt.orderNo });
}

async function queueDelivered(tx: Tx, orderId: number, again?: string): Promise<boolean> {
  const order = await findMailable(tx, orderId, ["ready"]);
  if (!order) return false;
  const { detail, to, locale } = order;
  const receipt = receiptOf(detail);
  const url = await order.url();
  const data = {
    receipt,
    lines: linesOf(detail),
    url,
    receiptUrl: receiptLink(receipt.orderNo, url),
  };
  const dedupeKey = keyOf("order.delivered", orderId, again);
  return queueMail(tx, { kind: "order_delivered", to, locale, data, dedupeKey, reference: receipt.orderNo });
}

async function queueFailed(tx: Tx, orderId: number, again?: string): Promise<boolean> {
  const order = await findMailable(tx, orderId, ["failed"]);
  if (!order) return false;
  const { detail, to, locale } = order;
  const receipt = receiptOf(detail);
  const data = { receipt, lines: linesOf(detail), url: await order.url() };
  const dedupeKey = keyOf("order.failed", orderId, again);
  return queueMail(tx, { kind: "order_failed", to, locale, data, dedupeKey, reference: receipt.orderNo });
}

const inOwnTransaction =
  (queue: (tx: Tx, orderId: number) => Promise<boolean>) =>
  async ({ orderId }: { orderId: number }): Promise<void> => {
    await inTransaction((tx) => queue(tx, orderId));
  };

/** Queues the mail of the order's present state again. @returns false when no mail belongs to that state */
export async function mailOrderAgain(tx: Tx, orderId: number): Promise<boolean> {
  const again = newUuid();
  for (const queue of [queueDelivered, queuePaid, queueFailed])
    if (await queue(tx, orderId, again)) return true;
  return false;
}

const changedItem = z.object({ item: z.int() });

/** Every item that changed may not be read any more: its access ended before the mail left. */
function isAllOver(detail: OrderDetail, changes: readonly { data: unknown }[]): boolean {
  const numbers = new Set(changes.map(({ data }) => changedItem.safeParse(data).data?.item));
  const changed = detail.items.filter(({ id }) => numbers.has(id));
  return (
    changed.length > 0 && changed.every(({ fulfillment: { living } }) => living && living.state !== "current")
  );
}

/** One mail for the newest change, however often the job comes; changes that it comes late for are in it. */
async function mailSecretChanged({ orderId }: JobPayloads["order.secret_changed"]): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await findMailable(tx, orderId);
    const payload = order?.detail.fulfillment.payload;
    if (!order || payload === undefined) return;
    const { detail, to, locale } = order;
    const changes = await tx.orderEvent.findMany({
      where: { orderId, kind: "secret_replaced" },
      orderBy: { id: "desc" },
      take: 100,
      select: { id: true, data: true },
    });
    if (isAllOver(detail, changes)) return;
    const reference = detail.order_no;
    const data = { orderNo: reference, lines: linesOf(detail), url: await order.url() };
    const dedupeKey = `order.secret_changed:${orderId}:${changes[0]?.id ?? sha256Hex(payload)}`;
    await queueMail(tx, { kind: "order_secret_changed", to, locale, data, dedupeKey, reference });
  });
}

async function mailRefunded({ orderId, refundId }: JobPayloads["order.refunded"]): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await findMailable(tx, orderId);
    const refund = await tx.refund.findUnique({ where: { id: refundId } });
    if (!order || !refund) return;
    const { detail, to, locale } = order;
    const { order_no: orderNo, currency } = detail;
    const { method, reason } = refund;
    const url = await order.url();
    const data = {
      orderNo,
      amount: toMoney(refund.amountCents),
      currency,
      method,
      reason,
      url,
      receiptUrl: receiptLink(orderNo, url),
    };
    const dedupeKey = `order.refunded:${refundId}`;
    await queueMail(tx, { kind: "order_refunded", to, locale, data, dedupeKey, reference: orderNo });
  });
}

/** C26: fresh links, by mail only; an address without orders gets none. */
async function mailRecovery(request: JobPayloads["order.recovery"]): Promise<void> {
  await inTransaction(async (tx) => {
    const links = await issueRecoveryLinks(tx, request);
    if (links.length === 0) return;
    const orders = links.map(({ orderNo, token, createdAt, title }) => ({
      orderNo,
      title,
      createdAt,
      url: guestLink(orderNo, token),
    }));
    await queueMail(tx, {
      kind: "guest_recovery",
      to: request.email,
      locale: request.locale,
      data: { orders },
    });
  });
}

/** Which job sends which mail about an order. */
export const orderMails = {
  "order.paid": inOwnTransaction(queuePaid),
  "order.delivered": inOwnTransaction(queueDelivered),
  "order.sold": inOwnTransaction(queueDelivered),
  "order.failed": inOwnTransaction(queueFailed),
  "order.secret_changed": mailSecretChanged,
  "order.refunded": mailRefunded,
  "order.recovery": mailRecovery,
} satisfies { [K in JobKind]?: (payload: JobPayloads[K]) => Promise<void> };
