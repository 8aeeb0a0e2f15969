import { addSeconds, now } from "../../core/clock";
import { isAppError } from "../../core/errors";
import { formatMoney } from "../../core/money";
import { db } from "../../db/client";
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
import { callMainSite, getMainSite, type MainSite, type MainSiteAnswer } from "./main-site-client";
import { placePurchase } from "./place-purchases";
import { giveUpTries, pollWait, retryWait } from "./poll-schedule";
import { renewPurchase } from "./prepare-purchases";
import { paidOrder, type ReadOrder, readOrder } from "./schema";
import { purchaseSources } from "./state";

interface Payable {
  id: number;
  upstreamOrderNo: string;
  amountCents: bigint;
  paymentRef: string;
  buyerPaidAt: Date;
}

async function change(
  purchaseId: number,
  apply: (tx: Tx, purchase: LockedPurchase) => Promise<unknown>,
): Promise<void> {
  await inTransaction(async (tx) => {
    await apply(tx, await lockPurchase(tx, purchaseId));
  });
}

const fail = (purchaseId: number, reason: string) =>
  change(purchaseId, (tx, purchase) => applyFailed(tx, purchase, reason));

/** It is certain that nothing was paid there: another try may order anew. */
const failUnpaid = (purchaseId: number, reason: string) =>
  change(purchaseId, async (tx, purchase) => {
    await applyFailed(tx, purchase, reason);
    await tx.purchase.updateMany({ where: { id: purchaseId, status: "failed" }, data: { paymentRef: null } });
  });

/** Nothing certain is known: the same step again later. After a day without any word the item fails, never silently. */
async function tryLater(
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
    const kind = isPaidThere ? "purchase.poll" : "purchase.pay";
    await enqueue(tx, kind, { purchaseId }, { runAt: nextPollAt, jobKey: `purchase:${purchaseId}` });
    if (purchase.pollCount === alertAfterTries) {
      await raiseAlert(tx, {
        kind: "purchase.delayed",
        message: `${purchase.title} (${purchase.downstreamOrderNo}) is paid and waits for the main site: ${reason}`,
        reference: purchase.downstreamOrderNo,
      });
    }
  });
}

const alertAfterTries = 4;

/** The reservation there is gone: a fresh order with the next suffix, and the payment is reported for that one (C62). */
async function renew(purchaseId: number, reason: string): Promise<void> {
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
async function applyRead(
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
async function readAndApply(
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

const reportPaid = (site: MainSite, purchase: Payable) =>
  callMainSite(site, {
    method: "POST",
    path: `/api/v1/upstream/orders/${encodeURIComponent(purchase.upstreamOrderNo)}/paid`,
    body: {
      downstream_payment_id: purchase.paymentRef,
      paid_amount: formatMoney(purchase.amountCents),
      paid_at: purchase.buyerPaidAt.toISOString(),
    },
    answer: paidOrder,
  });

/** `downstream_payment_id`: our payment, and which purchase of it, since one payment may pay several. Fixed at the first try. */
async function paymentRefOf(
  purchase: { id: number; paymentRef: string | null; downstreamOrderNo: string },
  orderId: number,
): Promise<string> {
  if (purchase.paymentRef) return purchase.paymentRef;
  const payment = await db().payment.findFirst({
    where: { orderId, state: "paid" },
    orderBy: { id: "asc" },
    select: { paymentNo: true },
  });
  const paymentRef = `${payment?.paymentNo ?? "B"}:${purchase.downstreamOrderNo}`;
  await db().purchase.updateMany({ where: { id: purchase.id, paymentRef: null }, data: { paymentRef } });
  return paymentRef;
}

async function findPayable(
  purchaseId: number,
): Promise<(Payable & { connectionId: number }) | "place" | null> {
  const row = await db().purchase.findUnique({
    where: { id: purchaseId },
    include: {
      orderItem: {
        include: { order: { select: { id: true, paidAt: true } }, fulfilment: { select: { status: true } } },
      },
    },
  });
  if (row?.status !== "paying" || row.orderItem.fulfilment?.status !== "processing") return null;
  if (row.upstreamOrderNo === null || row.amountCents === null) return "place";
  return {
    id: row.id,
    connectionId: row.connectionId,
    upstreamOrderNo: row.upstreamOrderNo,
    amountCents: row.amountCents,
    paymentRef: await paymentRefOf(row, row.orderItem.order.id),
    buyerPaidAt: row.orderItem.order.paidAt ?? now(),
  };
}

/** Our buyer was refunded or served otherwise meanwhile: nothing more is paid, and what may have been paid is looked for. */
async function closeUnwanted(purchaseId: number): Promise<void> {
  const row = await db().purchase.findUnique({ where: { id: purchaseId } });
  if (row?.status !== "paying") return;
  const { upstreamOrderNo } = row;
  const isOver =
    upstreamOrderNo === null ||
    row.paymentRef === null ||
    (await readAndApply(await getMainSite(row.connectionId), { id: purchaseId, upstreamOrderNo }, false));
  if (!isOver) return;
  await change(purchaseId, (tx) =>
    tx.purchase.updateMany({
      where: { id: purchaseId, status: { in: purchaseSources("superseded") } },
      data: { status: "superseded", nextPollAt: null, lastError: "Our order does not want it any more" },
    }),
  );
}

/** Our buyer has paid: orders at the main site if that is still to be done, and reports the payment. */
export async function payPurchase(purchaseId: number): Promise<void> {
  let payable = await findPayable(purchaseId);
  if (payable === "place") {
    const placed = await placePurchase(purchaseId);
    if (placed.result === "short") return fail(purchaseId, "The main site is out of stock");
    if (placed.result === "refused")
      return fail(purchaseId, `The main site refuses the order: ${placed.message}`);
    if (placed.result === "lost") return tryLater(purchaseId, placed.message, placed.retryAfterSeconds);
    payable = await findPayable(purchaseId);
  }
  if (payable === null) return closeUnwanted(purchaseId);
  if (payable === "place") return;
  const site = await getMainSite(payable.connectionId);
  const answer = await reportPaid(site, payable);
  if (answer.result === "ok") {
    const { fulfillment } = answer.data;
    await applyRead(purchaseId, { fulfillment }, true);
    return;
  }
  if (answer.result === "lost" || answer.code === 4090) {
    const isUnpaid = await readAndApply(site, payable, false);
    const reason = answer.result === "lost" ? answer.error.message : `${answer.code}: ${answer.message}`;
    if (isUnpaid) await tryLater(purchaseId, reason);
    return;
  }
  const reason = `${answer.code}: ${answer.message}`;
  if (answer.code === 4004 || answer.code === 4099) return renew(purchaseId, reason);
  if (answer.code === 4001) return failUnpaid(purchaseId, `The main site refuses the payment: ${reason}`);
  await tryLater(purchaseId, reason, answer.retryAfterSeconds);
}

/** Without a callback: has it come? */
export async function pollPurchase(purchaseId: number): Promise<void> {
  const row = await db().purchase.findUnique({ where: { id: purchaseId } });
  if (!row) return;
  if (row.status === "paying") return payPurchase(purchaseId);
  if (row.status !== "held" || row.upstreamOrderNo === null) return;
  const { upstreamOrderNo } = row;
  await readAndApply(await getMainSite(row.connectionId), { id: purchaseId, upstreamOrderNo }, true);
}
