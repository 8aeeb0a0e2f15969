import { addSeconds, now } from "../../core/clock";
import { formatMoney } from "../../core/money";
import type { Tx } from "../../db/transaction";
import { raiseAlert } from "../../notifications/raise-alert";
import { completeItemDelivery, failItem } from "../../orders/complete-item";
import { lockOrder } from "../../orders/mark-order-paid";
import { replaceItemContent } from "../../orders/replace-content";
import { enqueuePurchaseRetry } from "./enqueue-purchase-retry";
import { payloadProblem } from "./payload-problem";
import { pollWait } from "./poll-schedule";
import { openStatuses, type PurchaseStatus, purchaseSources } from "./state";

const isAwaitingGoods = (status: PurchaseStatus) => status === "paying" || status === "held";

export interface OpenPurchase {
  id: number;
  connectionId: number;
  orderItemId: number;
  downstreamOrderNo: string;
  orderId: number;
  title: string;
}

const actorOf = (purchase: OpenPurchase) => `connection:${purchase.connectionId}`;

export interface LockedPurchase extends OpenPurchase {
  status: PurchaseStatus;
  pollCount: number;
  paymentRef: string | null;
  lastEventAt: Date | null;
  paidAt: Date | null;
  upstreamProductId: number;
  upstreamSkuId: number;
  quantity: number;
}

/** The order first, then the purchase: everything that touches both takes them in this order. */
export async function lockPurchase(tx: Tx, purchaseId: number): Promise<LockedPurchase> {
  const found = await tx.purchase.findUniqueOrThrow({
    where: { id: purchaseId },
    select: { orderItem: { select: { orderId: true, title: true } } },
  });
  await lockOrder(tx, found.orderItem.orderId);
  await tx.$queryRaw`SELECT id FROM purchases WHERE id = ${purchaseId} FOR UPDATE`;
  const row = await tx.purchase.findUniqueOrThrow({ where: { id: purchaseId } });
  return { ...row, orderId: found.orderItem.orderId, title: found.orderItem.title };
}

const alert = (tx: Tx, kind: string, purchase: OpenPurchase, data: Readonly<Record<string, string>> = {}) =>
  raiseAlert(tx, {
    kind,
    data: { title: purchase.title, orderNo: purchase.downstreamOrderNo, ...data },
    reference: purchase.downstreamOrderNo,
  });

const alertTwice = (tx: Tx, purchase: OpenPurchase) => alert(tx, "purchase.twice", purchase);

/** Another purchase is under way or done for the same item: of a failed one nobody expected anything any more. */
async function isReplaced(tx: Tx, { id, orderItemId }: LockedPurchase): Promise<boolean> {
  const others = { orderItemId, id: { not: id }, status: { in: [...openStatuses] } };
  return (await tx.purchase.count({ where: others })) > 0;
}

/**
 * `ready` without the goods, or with fewer keys than were bought, delivers nothing: the purchase stays open and is read again,
 * and the operator is told.
 */
async function refuseIncomplete(tx: Tx, purchase: LockedPurchase, payload: string): Promise<boolean> {
  const offer = await tx.upstreamSku.findFirst({
    where: {
      connectionId: purchase.connectionId,
      upstreamProductId: purchase.upstreamProductId,
      upstreamSkuId: purchase.upstreamSkuId,
    },
    select: { autoSecretKind: true },
  });
  const problem = payloadProblem(payload, purchase.quantity, offer?.autoSecretKind ?? null);
  if (problem === null) return false;
  const message = `the main site says that it delivered, but ${problem}`;
  if (isAwaitingGoods(purchase.status)) {
    await applyWaiting(tx, purchase, message);
    await alert(tx, "purchase.incomplete", purchase, { reason: message });
  } else if (purchase.status === "delivered")
    await alert(tx, "purchase.incomplete", purchase, { reason: message });
  return true;
}

/** The goods are here, by answer, callback or poll: whichever comes first delivers, and only it. */
export async function applyReady(tx: Tx, purchase: LockedPurchase, payload: string): Promise<boolean> {
  if (await refuseIncomplete(tx, purchase, payload)) return false;
  if (await isReplaced(tx, purchase)) {
    await tx.purchase.updateMany({
      where: { id: purchase.id, status: { in: purchaseSources("superseded") } },
      data: { status: "superseded", nextPollAt: null },
    });
    if (purchase.status !== "delivered") await alertTwice(tx, purchase);
    return false;
  }
  const { count } = await tx.purchase.updateMany({
    where: { id: purchase.id, status: { in: purchaseSources("delivered") } },
    data: { status: "delivered", deliveredAt: now(), nextPollAt: null, lastError: null },
  });
  if (count === 0) {
    if (purchase.status === "superseded") await alertTwice(tx, purchase);
    return false;
  }
  const isHandedOver = await completeItemDelivery(tx, {
    orderItemId: purchase.orderItemId,
    content: payload,
    actor: actorOf(purchase),
  });
  if (!isHandedOver) {
    await alert(tx, "purchase.unused", purchase);
  }
  return true;
}

/** Another content for what was delivered. */
export async function applyChanged(tx: Tx, purchase: LockedPurchase, payload: string): Promise<boolean> {
  if (purchase.status !== "delivered") return applyReady(tx, purchase, payload);
  if (await refuseIncomplete(tx, purchase, payload)) return false;
  return replaceItemContent(tx, {
    orderItemId: purchase.orderItemId,
    content: payload,
    actor: actorOf(purchase),
  });
}

/** The main site took the goods back and returned our money: the operator decides about our buyer's. */
export async function applyRefunded(
  tx: Tx,
  purchase: LockedPurchase,
  refundedCents?: bigint,
): Promise<boolean> {
  const { count } = await tx.purchase.updateMany({
    where: { id: purchase.id, status: { in: purchaseSources("refunded") } },
    data: {
      status: "refunded",
      nextPollAt: null,
      lastError: "The main site refunded this order",
      ...(refundedCents === undefined ? {} : { refundedCents }),
    },
  });
  if (count === 0) return false;
  if (purchase.status !== "delivered") {
    await failItem(tx, {
      orderItemId: purchase.orderItemId,
      reason: "The main site refunded this order",
      actor: actorOf(purchase),
    });
  }
  await alert(tx, "purchase.refunded", purchase);
  return true;
}

/** The main site returned a part of our money and left the goods: each sum is told once, and the largest is the newest. */
export async function applyPartlyRefunded(
  tx: Tx,
  purchase: LockedPurchase,
  refundedCents: bigint,
): Promise<boolean> {
  const { count } = await tx.purchase.updateMany({
    where: { id: purchase.id, status: { not: "refunded" }, refundedCents: { lt: refundedCents } },
    data: { refundedCents },
  });
  if (count === 0) return false;
  await alert(tx, "purchase.partly_refunded", purchase, { amount: formatMoney(refundedCents) });
  return true;
}

/** A definite no: the item fails, the operator is told, and the refund is one click away (C63). */
export async function applyFailed(tx: Tx, purchase: LockedPurchase, reason: string): Promise<void> {
  const { count } = await tx.purchase.updateMany({
    where: { id: purchase.id, status: { in: purchaseSources("failed") } },
    data: { status: "failed", nextPollAt: null, lastError: reason.slice(0, 500) },
  });
  if (count === 0) return;
  await failItem(tx, {
    orderItemId: purchase.orderItemId,
    reason: "The supplier cannot deliver",
    actor: actorOf(purchase),
  });
  await alert(tx, "purchase.failed", purchase, { reason });
}

/** Paid there, and the goods are still to come: looked at again by the schedule of C63. */
export async function applyWaiting(
  tx: Tx,
  purchase: LockedPurchase,
  problem: string | null = null,
): Promise<void> {
  // What was counted until now were attempts to pay.
  const polls = purchase.status === "held" ? purchase.pollCount : 0;
  const nextPollAt = addSeconds(now(), pollWait(polls));
  const { count } = await tx.purchase.updateMany({
    where: { id: purchase.id, status: { in: ["paying", "held"] } },
    data: {
      status: "held",
      paidAt: purchase.paidAt ?? now(),
      nextPollAt,
      pollCount: polls + 1,
      lastError: problem,
    },
  });
  if (count === 0) return;
  await enqueuePurchaseRetry(tx, "purchase.poll", purchase, nextPollAt);
}
