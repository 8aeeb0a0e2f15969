import { addSeconds, now } from "../../../core/clock";
import { isAppError } from "../../../core/errors";
import { db } from "../../../db/client";
import { inTransaction, type Tx } from "../../../db/transaction";
import { raiseAlert } from "../../../notifications/raise-alert";
import { isDeliveryFrozen, isDisputed } from "../../../orders/disputes";
import { callMainSite, getMainSite, type MainSite, type MainSiteAnswer } from "../main-site-client";
import { type ReadOrder, readOrder } from "../schema";
import { reorderPurchase } from "./create";
import { type LockedPurchase, lockPurchase } from "./move";
import { applyFailed, applyReady, applyRefunded, applyWaiting } from "./outcome";
import { enqueueQueuedStep, giveUpTries, pollWait, retryWait } from "./schedule";
import { activeStatuses, isActive } from "./state";

export async function withLockedPurchase(
  purchaseId: number,
  apply: (tx: Tx, purchase: LockedPurchase) => Promise<unknown>,
): Promise<void> {
  await inTransaction(async (tx) => {
    await apply(tx, await lockPurchase(tx, purchaseId));
  });
}

export const failPurchase = (purchaseId: number, reason: string) =>
  withLockedPurchase(purchaseId, (tx, purchase) => applyFailed(tx, purchase, reason));

/** Nothing was paid there for certain: another attempt may place a new order. */
export const failUnpaidPurchase = (purchaseId: number, reason: string) =>
  withLockedPurchase(purchaseId, (tx, purchase) => applyFailed(tx, purchase, reason, { paymentRef: null }));

/** Nothing certain is known: the same step again later. After a day without any word the item fails, never silently. */
export async function rescheduleStep(
  purchaseId: number,
  reason: string,
  retryAfterSeconds: number | null = null,
): Promise<void> {
  await withLockedPurchase(purchaseId, async (tx, purchase) => {
    const isPaidThere = purchase.status === "awaiting_goods";
    if (!isPaidThere && purchase.pollCount >= giveUpTries)
      return applyFailed(tx, purchase, `No answer from the main site for a day: ${reason}`);
    const wait = isPaidThere ? pollWait(purchase.pollCount) : retryWait(purchase.pollCount);
    const nextPollAt = addSeconds(now(), Math.max(retryAfterSeconds ?? 0, wait));
    await tx.purchase.updateMany({
      where: { id: purchaseId, status: { in: [...activeStatuses] } },
      data: { nextPollAt, pollCount: { increment: 1 }, lastError: reason.slice(0, 500) },
    });
    await enqueueQueuedStep(tx, purchase, nextPollAt);
    if (purchase.pollCount === alertAfterTries) {
      await raiseAlert(tx, {
        kind: "purchase.delayed",
        data: { title: purchase.title, orderNo: purchase.downstreamOrderNo, reason },
        reference: purchase.downstreamOrderNo,
      });
    }
  });
}

const alertAfterTries = 4;

const disputedSeconds = 900;

/**
 * Our buyer's money is asked back: nothing is paid at the main site until that is won, and no attempt is counted. After a lost dispute
 * the purchase fails, and somebody decides.
 */
export const holdDisputed = (purchaseId: number) =>
  withLockedPurchase(purchaseId, async (tx, purchase) => {
    if (purchase.status !== "paying") return;
    const { orderId } = await tx.orderItem.findUniqueOrThrow({
      where: { id: purchase.orderItemId },
      select: { orderId: true },
    });
    // It was won meanwhile.
    if (!(await isDeliveryFrozen(tx, orderId))) return enqueueQueuedStep(tx, purchase, now());
    if (!(await isDisputed(tx, orderId))) {
      const isPaid =
        purchase.paymentRef === null ? "nothing is paid" : "look at the main site whether it was paid";
      return applyFailed(tx, purchase, `The dispute of this order was lost: ${isPaid}`);
    }
    const nextPollAt = addSeconds(now(), disputedSeconds);
    await tx.purchase.updateMany({
      where: { id: purchaseId, status: "paying" },
      data: { nextPollAt, lastError: "The order is disputed: nothing is paid" },
    });
    await enqueueQueuedStep(tx, purchase, nextPollAt);
  });

/** The reservation there is gone: a fresh order with the next suffix, and the payment is reported for that one (C62). */
export async function renewPurchase(purchaseId: number, reason: string): Promise<void> {
  try {
    await orderAnew(purchaseId, reason);
  } catch (error) {
    // Its product is mapped to nothing any more, or the connection is switched off.
    if (!isAppError(error, "insufficient_stock")) throw error;
    await failPurchase(purchaseId, reason);
  }
}

const orderAnew = (purchaseId: number, reason: string) =>
  withLockedPurchase(purchaseId, async (tx, purchase) => {
    if (!isActive(purchase.status)) return;
    if ((await reorderPurchase(tx, purchase, reason)) === null) await applyFailed(tx, purchase, reason);
  });

/** The main site's order in its present state. */
export async function applyRead(
  purchaseId: number,
  order: ReadOrder,
  knownPaid: boolean,
): Promise<"done" | "unpaid"> {
  const { status = "", fulfillment } = order;
  if (fulfillment?.status === "ready" && fulfillment.payload !== undefined) {
    const { payload } = fulfillment;
    await withLockedPurchase(purchaseId, (tx, purchase) => applyReady(tx, purchase, payload));
    return "done";
  }
  if (fulfillment?.status === "revoked" || status === "refunded") {
    await withLockedPurchase(purchaseId, applyRefunded);
    return "done";
  }
  const isPaid = knownPaid || order.paid_at != null || /^(paid|delivering|delivered)$/.test(status);
  if (!isPaid && /^(expired|cancell?ed)$/.test(status)) {
    await renewPurchase(purchaseId, `The reservation at the main site is ${status}`);
    return "done";
  }
  if (!isPaid) return "unpaid";
  await withLockedPurchase(purchaseId, applyWaiting);
  return "done";
}

const read = (site: MainSite, upstreamOrderNo: string): Promise<MainSiteAnswer<ReadOrder>> =>
  callMainSite(site, {
    method: "GET",
    path: `/api/v1/upstream/orders/${encodeURIComponent(upstreamOrderNo)}`,
    answer: readOrder,
  });

/** What does the main site say now? A lost answer is no failure by itself. @returns whether it still wants to be paid. */
export async function readAndApply(
  site: MainSite,
  purchase: { id: number; upstreamOrderNo: string },
  knownPaid: boolean,
): Promise<boolean> {
  const answer = await read(site, purchase.upstreamOrderNo);
  if (answer.result === "ok") return (await applyRead(purchase.id, answer.data, knownPaid)) === "unpaid";
  if (answer.result === "refused" && answer.code === 4004)
    await renewPurchase(purchase.id, "The main site does not know this order");
  else if (answer.result === "refused")
    await rescheduleStep(purchase.id, `${answer.code}: ${answer.message}`, answer.retryAfterSeconds);
  else await rescheduleStep(purchase.id, answer.error.message);
  return false;
}

/** Without a callback: has it come? A step that finds its purchase still to be paid leaves it to the other step. */
export async function pollPurchase(purchaseId: number): Promise<void> {
  const row = await db().purchase.findUnique({ where: { id: purchaseId } });
  if (row?.status !== "awaiting_goods" || row.upstreamOrderNo === null) return;
  const { upstreamOrderNo } = row;
  await readAndApply(await getMainSite(row.connectionId), { id: purchaseId, upstreamOrderNo }, true);
}
