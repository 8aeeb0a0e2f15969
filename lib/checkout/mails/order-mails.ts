import { z } from "zod";
import { sha256Hex } from "../../core/crypto";
import { newUuid } from "../../core/ids";
import { toMoney } from "../../core/wire";
import { db } from "../../db/client";
import { inTransaction, type Reader, type Tx } from "../../db/transaction";
import { findNewestOfFile } from "../../fulfillment/kinds/file/find-newest";
import type { JobKind, JobPayloads } from "../../jobs/kinds";
import { queueMail } from "../../notifications/mails/queue-mail";
import { issueRecoveryLinks } from "../../orders/guests/recover-guest-orders";
import type { OrderDetail } from "../../orders/schema";
import { mailEnding } from "./ending-mails";
import { mailGift, queueGift } from "./gift-mails";
import { findMailable, guestLink, linesOf, receiptLink, receiptOf } from "./mailable-order";

/** `again` identifies one request to resend; without it each mail is sent once. */
const keyOf = (kind: string, orderId: number, again: string | undefined) =>
  again ? `order.again:${orderId}:${again}` : `${kind}:${orderId}`;

/** Only where the buyer has to wait: what is delivered at once gets one mail and not two. */
async function queuePaid(reader: Reader, orderId: number, again?: string): Promise<boolean> {
  const order = await findMailable(reader, orderId, ["processing", "held"]);
  if (!order) return false;
  const { detail, to, locale, link } = order;
  const receipt = receiptOf(detail);
  const isByHand = detail.items.some((item) => item.delivery === "manual");
  const data = { receipt, lines: linesOf(detail), isByHand, url: link.url };
  const about = { dedupeKey: keyOf("order.paid", orderId, again), reference: receipt.orderNo };
  return queueMail(reader, { kind: "order_paid", to, locale, data, guestToken: link.guestToken, ...about });
}

async function queueDelivered(reader: Reader, orderId: number, again?: string): Promise<boolean> {
  const order = await findMailable(reader, orderId, ["ready"]);
  if (!order) return false;
  const { detail, to, locale, link } = order;
  const { url, guestToken } = link;
  const receipt = receiptOf(detail);
  const data = {
    receipt,
    lines: linesOf(detail),
    url,
    receiptUrl: receiptLink(receipt.orderNo, url),
    giftTo: detail.gift?.email ?? null,
  };
  const about = { dedupeKey: keyOf("order.delivered", orderId, again), reference: receipt.orderNo };
  const isNew = await queueMail(reader, { kind: "order_delivered", to, locale, data, guestToken, ...about });
  // A repeated job finds the buyer's mail written and the recipient's perhaps not.
  if (detail.gift && !again) await mailGift(orderId);
  return isNew;
}

async function queueFailed(reader: Reader, orderId: number, again?: string): Promise<boolean> {
  const order = await findMailable(reader, orderId, ["failed"]);
  if (!order) return false;
  const { detail, to, locale, link } = order;
  const receipt = receiptOf(detail);
  const data = { receipt, lines: linesOf(detail), url: link.url };
  const about = { dedupeKey: keyOf("order.failed", orderId, again), reference: receipt.orderNo };
  return queueMail(reader, { kind: "order_failed", to, locale, data, guestToken: link.guestToken, ...about });
}

/** Outside of a transaction: all that is written is one statement. */
const ofOrder =
  (queue: (reader: Reader, orderId: number) => Promise<boolean>) =>
  async ({ orderId }: { orderId: number }): Promise<void> => {
    await queue(db(), orderId);
  };

/** Queues the mail of the order's present state again. @returns false when no mail belongs to that state */
export async function mailOrderAgain(tx: Tx, orderId: number): Promise<boolean> {
  const again = newUuid();
  for (const queue of [queueDelivered, queuePaid, queueFailed])
    if (await queue(tx, orderId, again)) return true;
  return false;
}

const changedItem = z.object({ item: z.int() });

/** Whether the access to every changed item ended before the mail left: then there is nothing to announce. */
function isAllOver(detail: OrderDetail, changes: readonly { data: unknown }[]): boolean {
  const numbers = new Set(changes.map(({ data }) => changedItem.safeParse(data).data?.item));
  const changed = detail.items.filter(({ id }) => numbers.has(id));
  return (
    changed.length > 0 && changed.every(({ fulfillment: { living } }) => living && living.state !== "current")
  );
}

/** Writes one mail for the newest change, which covers all earlier ones. A repeated job writes no second mail. */
async function mailSecretChanged({ orderId }: JobPayloads["order.secret_changed"]): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await findMailable(tx, orderId);
    const payload = order?.detail.fulfillment.payload;
    if (!order || payload === undefined) return;
    const { detail, to, locale, link } = order;
    const changes = await tx.orderEvent.findMany({
      where: { orderId, kind: "secret_replaced" },
      orderBy: { id: "desc" },
      take: 100,
      select: { id: true, data: true },
    });
    if (isAllOver(detail, changes)) return;
    const reference = detail.order_no;
    const giftTo = detail.gift?.email ?? null;
    const data = { orderNo: reference, lines: linesOf(detail), url: link.url, giftTo };
    const change = changes[0]?.id ?? sha256Hex(payload);
    const dedupeKey = `order.secret_changed:${orderId}:${change}`;
    const about = { guestToken: link.guestToken, dedupeKey, reference };
    await queueMail(tx, { kind: "order_secret_changed", to, locale, data, ...about });
    await queueGift(tx, order, { orderId, dedupeKey: `gift.changed:${orderId}:${change}`, isChanged: true });
  });
}

/** Tells a buyer who may still download the file of its newest version: one mail for each buyer and version. */
async function mailNewVersion({ orderId, versionId }: JobPayloads["file.mail"]): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await findMailable(tx, orderId);
    const newest = await findNewestOfFile(tx, versionId);
    if (!order || !newest) return;
    const { detail, to, locale, link } = order;
    const { id, label: version, notes, file } = newest;
    const isOpen = detail.items.some(
      ({ sku_id, fulfillment: { files } }) =>
        sku_id === file.skuId &&
        files?.some((one) => one.url && one.title === file.title && one.version === version),
    );
    if (!isOpen) return;
    const orderNo = detail.order_no;
    const data = { orderNo, title: file.title, version, notes, url: link.url };
    const dedupeKey = `file.mail:${id}:${sha256Hex(to)}`;
    const about = { guestToken: link.guestToken, dedupeKey, reference: orderNo };
    await queueMail(tx, { kind: "order_new_version", to, locale, data, ...about });
  });
}

async function mailRefunded({ orderId, refundId }: JobPayloads["order.refunded"]): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await findMailable(tx, orderId);
    const refund = await tx.refund.findUnique({ where: { id: refundId } });
    if (!order || !refund) return;
    const { detail, to, locale, link } = order;
    const { order_no: orderNo, currency } = detail;
    const { method, reason } = refund;
    const { url, guestToken } = link;
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
    const about = { guestToken, dedupeKey, reference: orderNo };
    await queueMail(tx, { kind: "order_refunded", to, locale, data, ...about });
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
  "order.paid": ofOrder(queuePaid),
  "order.delivered": ofOrder(queueDelivered),
  "order.failed": ofOrder(queueFailed),
  "order.secret_changed": mailSecretChanged,
  "file.mail": mailNewVersion,
  "order.refunded": mailRefunded,
  "order.ending": mailEnding,
  "order.recovery": mailRecovery,
} satisfies { [K in JobKind]?: (payload: JobPayloads[K]) => Promise<void> };
