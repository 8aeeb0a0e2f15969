import { addSeconds, now } from "../../core/clock";
import { isAppError } from "../../core/errors";
import { inTransaction, type Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { raiseAlert } from "../../notifications/raise-alert";
import {
  applyFailed,
  applyReady,
  applyRefunded,
  applyWaiting,
  type LockedPurchase,
  lockPurchase,
} from "./apply-upstream";
import { enqueuePurchaseRetry } from "./enqueue-purchase-retry";
import { callMainSite, type MainSite, type MainSiteAnswer } from "./main-site-client";
import { giveUpTries, pollWait, retryWait } from "./poll-schedule";
import { renewPurchase } from "./prepare-purchases";
import { type ReadOrder, readOrder } from "./schema";

export async function change(
  purchaseId: number,
  apply: (tx: Tx, purchase: LockedPurchase) => Promise<unknown>,
): Promise<void> {
  await inTransaction(async (tx) => {
    await apply(tx, await lockPurchase(tx, purchaseId));
  });
}

export const fail = (purchaseId: number, reason: string) =>
  change(purchaseId, (tx, purchase) => applyFailed(tx, purchase, reason));

/** It is certain that nothing was paid there: another try may order anew. */
export const failUnpaid = (purchaseId: number, reason: string) =>
  change(purchaseId, async (tx, purchase) => {
    await applyFailed(tx, purchase, reason);
    await tx.purchase.updateMany({ where: { id: purchaseId, status: "failed" }, data: { paymentRef: null } });
  });

/** Nothing certain is known: the same step again later. After a day without any word the item fails, never silently. */
export async function tryLater(
  purchaseId: number,
  reason: string,
  retryAfterSeconds: number | null = null,
): Promise<void> {
  await change(purchaseId, async (tx, purchase) => {
    const isPaidThere = purchase.status === "held";
    if (!isPaidThere && purchase.pollCount >= giveUpTries)
      return applyFailed(tx, purchase, `No answer from the main site for a day: ${reason}`);
    const wait = isPaidThere ? pollWait(purchase.pollCount) : retryWait(purchase.pollCount);
    const nextPollAt = addSeconds(now(), Math.max(retryAfterSeconds ?? 0, wait));
    await tx.purchase.updateMany({
      where: { id: purchaseId, status: { in: ["paying", "held"] } },
      data: { nextPollAt, pollCount: { increment: 1 }, lastError: reason.slice(0, 500) },
    });
    await enqueuePurchaseRetry(tx, isPaidThere ? "purchase.poll" : "purchase.pay", purchase, nextPollAt);
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

/** The reservation there is gone: a fresh order with the next suffix, and the payment is reported for that one (C62). */
export async function renew(purchaseId: number, reason: string): Promise<void> {
  try {
    await orderAnew(purchaseId, reason);
  } catch (error) {
    // Its product is mapped to nothing any more, or the connection is switched off.
    if (!isAppError(error, "insufficient_stock")) throw error;
    await fail(purchaseId, reason);
  }
}

const orderAnew = (purchaseId: number, reason: string) =>
  change(purchaseId, async (tx, purchase) => {
    if (purchase.status !== "paying" && purchase.status !== "held") return;
    const fresh = await renewPurchase(tx, purchase, reason);
    if (fresh === null) return applyFailed(tx, purchase, reason);
    await tx.purchase.update({
      where: { id: fresh },
      data: { status: "paying", nextPollAt: addSeconds(now(), 60) },
    });
    await enqueue(tx, "purchase.pay", { purchaseId: fresh }, { jobKey: `purchase:${fresh}` });
  });

/** The main site's order as it stands there, whoever told us. */
export async function applyRead(
  purchaseId: number,
  order: ReadOrder,
  knownPaid: boolean,
): Promise<"done" | "unpaid"> {
  const { status = "", fulfillment } = order;
  if (fulfillment?.status === "ready" && fulfillment.payload !== undefined) {
    const { payload } = fulfillment;
    await change(purchaseId, (tx, purchase) => applyReady(tx, purchase, payload));
    return "done";
  }
  if (fulfillment?.status === "revoked" || status === "refunded") {
    await change(purchaseId, applyRefunded);
    return "done";
  }
  const isPaid = knownPaid || order.paid_at != null || /^(paid|delivering|delivered)$/.test(status);
  if (!isPaid && /^(expired|cancell?ed)$/.test(status)) {
    await renew(purchaseId, `The reservation at the main site is ${status}`);
    return "done";
  }
  if (!isPaid) return "unpaid";
  await change(purchaseId, applyWaiting);
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
    await renew(purchase.id, "The main site does not know this order");
  else if (answer.result === "refused")
    await tryLater(purchase.id, `${answer.code}: ${answer.message}`, answer.retryAfterSeconds);
  else await tryLater(purchase.id, answer.error.message);
  return false;
}
