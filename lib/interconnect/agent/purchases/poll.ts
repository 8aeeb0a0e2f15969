import { addSeconds, now } from "../../../core/clock";
import { isAppError } from "../../../core/errors";
import { note } from "../../../core/refusals/noted";
import { type Problem, problem } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import { inTransaction, type Tx } from "../../../db/transaction";
import { raiseAlert } from "../../../notifications/alerts/raise-alert";
import { isDeliveryFrozen, isDisputed } from "../../../orders/disputes";
import { callMainSite, getMainSite, type MainSite, type MainSiteAnswer } from "../main-site-client";
import { type ReadOrder, readOrder } from "../schema";
import { uncountPayment } from "../sql/open-payments";
import { reorderPurchase } from "./create";
import { type LockedPurchase, lockPurchase, movePurchase } from "./move";
import { applyFailed, applyReady, applyRefunded, applyWaiting, askWhetherPaid } from "./outcome";
import { enqueueQueuedStep, giveUpAttempts, pollWait, retryWait } from "./schedule";
import { activeStatuses, isActive } from "./state";
import { stopsForTerms } from "./terms";

export async function withLockedPurchase(
  purchaseId: number,
  apply: (tx: Tx, purchase: LockedPurchase) => Promise<unknown>,
): Promise<void> {
  await inTransaction(async (tx) => {
    await apply(tx, await lockPurchase(tx, purchaseId));
  });
}

export const failPurchase = (purchaseId: number, reason: Problem) =>
  withLockedPurchase(purchaseId, (tx, purchase) => applyFailed(tx, purchase, reason));

/** Nothing certain is known: the same step again later. After a day without any word the item fails, never silently. */
export async function rescheduleStep(
  purchaseId: number,
  reason: Problem,
  {
    retryAfterSeconds = null,
    isRefused = false,
  }: { retryAfterSeconds?: number | null; isRefused?: boolean } = {},
): Promise<void> {
  await withLockedPurchase(purchaseId, async (tx, purchase) => {
    if (isRefused) await uncountPayment(tx, purchaseId);
    const isPaidThere = purchase.status === "awaiting_goods";
    if (!isPaidThere && purchase.pollCount >= giveUpAttempts)
      return applyFailed(tx, purchase, problem("main_site_silent_for_a_day", { reason }));
    const wait = isPaidThere ? pollWait(purchase.pollCount) : retryWait(purchase.pollCount);
    const nextPollAt = addSeconds(now(), Math.max(retryAfterSeconds ?? 0, wait));
    await tx.purchase.updateMany({
      where: { id: purchaseId, status: { in: [...activeStatuses] } },
      data: { nextPollAt, pollCount: { increment: 1 }, lastError: note(reason) },
    });
    await enqueueQueuedStep(tx, purchase, nextPollAt);
    if (purchase.pollCount === alertAfterAttempts) {
      await raiseAlert(tx, {
        kind: "purchase.delayed",
        data: { title: purchase.title, orderNo: purchase.downstreamOrderNo, reason },
        reference: purchase.downstreamOrderNo,
      });
    }
  });
}

const alertAfterAttempts = 4;

/** Wait of a purchase about which a person decides. */
const heldSeconds = 900;

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
      const isPaid = purchase.paymentRef !== null;
      return applyFailed(tx, purchase, problem(isPaid ? "dispute_lost_maybe_paid" : "dispute_lost_unpaid"));
    }
    const nextPollAt = addSeconds(now(), heldSeconds);
    await tx.purchase.updateMany({
      where: { id: purchaseId, status: "paying" },
      data: { nextPollAt, lastError: note(problem("disputed_not_paid")) },
    });
    await enqueueQueuedStep(tx, purchase, nextPollAt);
  });

/** A person decides about a stopped purchase, and nobody is called meanwhile: looked at again only to see whether it is still wanted. */
export const holdStopped = (purchaseId: number) =>
  withLockedPurchase(purchaseId, async (tx, purchase) => {
    if (!isActive(purchase.status)) return;
    const fulfillment = await tx.fulfillment.findUnique({
      where: { orderItemId: purchase.orderItemId },
      select: { status: true },
    });
    if (fulfillment?.status !== "processing") {
      await movePurchase(tx, purchaseId, "superseded", { lastError: note(problem("not_wanted_any_more")) });
      return;
    }
    const nextPollAt = addSeconds(now(), heldSeconds);
    await tx.purchase.update({ where: { id: purchaseId }, data: { nextPollAt } });
    await enqueueQueuedStep(tx, purchase, nextPollAt);
  });

/** A report of the payment was refused for certain, and nothing can be paid there under this number any more. */
export const failRefusedPurchase = (purchaseId: number, reason: Problem) =>
  withLockedPurchase(purchaseId, async (tx, purchase) => {
    await uncountPayment(tx, purchaseId);
    await applyFailed(tx, purchase, reason);
  });

/** A repeat of the same payment follows, and a person is asked meanwhile. */
async function askAndRepeat(purchaseId: number, reason: Problem, state: string): Promise<void> {
  let isRepeated = false;
  await withLockedPurchase(purchaseId, async (tx, purchase) => {
    if (!isActive(purchase.status)) return;
    await askWhetherPaid(tx, purchase, reason, state);
    isRepeated = purchase.status === "paying";
  });
  if (isRepeated) await rescheduleStep(purchaseId, reason);
}

/**
 * This report of the payment was refused, because the reservation there is gone: a fresh order with the next suffix, and the
 * payment is reported for that one (C62), unless an earlier report may have been booked (C79).
 */
export async function renewPurchase(purchaseId: number, reason: Problem): Promise<void> {
  try {
    if ((await orderAnew(purchaseId, reason)) === "doubtful")
      await askAndRepeat(purchaseId, reason, "unknown");
  } catch (error) {
    // Its product is mapped to nothing any more, or the connection is switched off.
    if (!isAppError(error, "insufficient_stock")) throw error;
    await failRefusedPurchase(purchaseId, reason);
  }
}

async function orderAnew(purchaseId: number, reason: Problem): Promise<"done" | "doubtful"> {
  let outcome: "done" | "doubtful" = "done";
  await withLockedPurchase(purchaseId, async (tx, purchase) => {
    if (!isActive(purchase.status) || purchase.stopped !== null) return;
    const isDoubtful = await uncountPayment(tx, purchaseId);
    if (isDoubtful || purchase.paidAt !== null) outcome = "doubtful";
    else if ((await reorderPurchase(tx, purchase, reason)) === null) await applyFailed(tx, purchase, reason);
  });
  return outcome;
}

/** How this order came to be read. */
export interface Reading {
  /** The main site accepted our payment. */
  knownPaid: boolean;
  /** It has just refused our payment as a conflict with the order's state. */
  isConflict?: boolean;
}

/** The main site's order in its present state. */
export async function applyRead(
  purchaseId: number,
  order: ReadOrder,
  { knownPaid, isConflict = false }: Reading,
): Promise<"done" | "unpaid"> {
  const { status = "", fulfillment } = order;
  const isPaid = knownPaid || order.paid_at != null || /^(paid|delivering|delivered)$/.test(status);
  if (await stopsForTerms(purchaseId, order, { isPaid, isRead: true })) return "done";
  if (fulfillment?.status === "ready" && fulfillment.payload !== undefined) {
    const { payload, secrets } = fulfillment;
    await withLockedPurchase(purchaseId, (tx, purchase) =>
      applyReady(tx, purchase, { payload, secrets }, { isRead: true }),
    );
    return "done";
  }
  if (fulfillment?.status === "revoked" || status === "refunded") {
    await withLockedPurchase(purchaseId, (tx, purchase) => applyRefunded(tx, purchase));
    return "done";
  }
  const isOver = /^(expired|cancell?ed)$/.test(status);
  if (!isPaid && isOver && isConflict) {
    await renewPurchase(purchaseId, problem("reservation_over", { state: status }));
    return "done";
  }
  if (!isPaid) return "unpaid";
  // It took our payment, and says that the order was never paid.
  const isForgotten = isOver || status === "pending_payment";
  await withLockedPurchase(purchaseId, (tx, purchase) =>
    isForgotten
      ? askWhetherPaid(
          tx,
          { ...purchase, status: "awaiting_goods" },
          problem("main_site_says_of_paid", { state: status }),
          status,
        )
      : applyWaiting(tx, purchase),
  );
  return "done";
}

const read = (site: MainSite, upstreamOrderNo: string): Promise<MainSiteAnswer<ReadOrder>> =>
  callMainSite(site, {
    method: "GET",
    path: `/api/v1/upstream/orders/${encodeURIComponent(upstreamOrderNo)}`,
    answer: readOrder,
  });

/**
 * Asks the main site for the state of now. A lost answer is no failure by itself.
 * @returns whether it still wants to be paid.
 */
export async function readAndApply(
  site: MainSite,
  purchase: { id: number; upstreamOrderNo: string },
  reading: Reading,
): Promise<boolean> {
  const answer = await read(site, purchase.upstreamOrderNo);
  if (answer.result === "ok") return (await applyRead(purchase.id, answer.data, reading)) === "unpaid";
  if (answer.result === "refused" && answer.code === 4004)
    await askAndRepeat(purchase.id, problem("main_site_knows_no_order"), "unknown");
  else if (answer.result === "refused") await rescheduleStep(purchase.id, answer.problem, answer);
  else await rescheduleStep(purchase.id, answer.problem);
  return false;
}

/** Without a callback: has it come? A step that finds its purchase still to be paid leaves it to the other step. */
export async function pollPurchase(purchaseId: number): Promise<void> {
  const row = await db().purchase.findUnique({ where: { id: purchaseId } });
  if (row?.stopped === "terms") return holdStopped(purchaseId);
  const isAwaited = row?.status === "awaiting_goods" || row?.stopped === "changed";
  if (!isAwaited || row.upstreamOrderNo === null) return;
  const { upstreamOrderNo } = row;
  await readAndApply(
    await getMainSite(row.connectionId),
    { id: purchaseId, upstreamOrderNo },
    { knownPaid: true },
  );
}
