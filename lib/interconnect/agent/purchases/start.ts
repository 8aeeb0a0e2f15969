import { addSeconds, now } from "../../../core/clock";
import { isAppError } from "../../../core/errors";
import type { Problem } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { failItem } from "../../../orders/deliver/complete-item";
import { findOrdersWithoutPurchase, waitsForMainSite } from "../sql/waiting-items";
import { preparePurchases } from "./create";
import { movePurchase } from "./move";
import { enqueueQueuedStep, enqueueStep, startPaying } from "./schedule";
import { activeStatuses, openStatuses, unfinishedStatuses } from "./state";

const wanted = { source: "upstream", fulfillment: { status: "processing" } } as const;

/**
 * Late money on a closed order: the purchase that was given up with it goes on (C23). So does a failed one that may have
 * been paid: under its own number it is paid once.
 */
async function reviveLast(orderId: number): Promise<void> {
  await inTransaction(async (tx) => {
    const items = await tx.orderItem.findMany({
      where: {
        orderId,
        ...wanted,
        purchases: { none: { status: { in: [...openStatuses] } } },
      },
      select: {
        purchases: { orderBy: { id: "desc" }, take: 1, select: { id: true, status: true, paymentRef: true } },
      },
    });
    for (const { purchases } of items) {
      for (const { id, status, paymentRef } of purchases) {
        if (status === "canceled" || (status === "failed" && paymentRef !== null))
          await movePurchase(tx, id, "created", {}, [status]);
      }
    }
  });
}

async function failUnmapped(orderId: number, reason: Problem): Promise<void> {
  await inTransaction(async (tx) => {
    const items = await tx.orderItem.findMany({
      where: { orderId, ...wanted, purchases: { none: { status: { in: [...unfinishedStatuses] } } } },
      select: { id: true },
    });
    for (const { id } of items) await failItem(tx, { orderItemId: id, reason, actor: "system" });
  });
}

/**
 * Our buyer has paid, and nothing holds the order back: every upstream item's payment is reported to its main site by a job.
 * Repeating it changes nothing.
 */
export async function startPurchases(orderId: number): Promise<void> {
  if (!(await waitsForMainSite(orderId))) return;
  await reviveLast(orderId);
  try {
    await preparePurchases(orderId);
  } catch (error) {
    if (!isAppError(error, "insufficient_stock")) throw error;
    await failUnmapped(orderId, error.refusal);
    return;
  }
  await inTransaction(async (tx) => {
    const reserved = await tx.purchase.findMany({
      where: { orderItem: { orderId, ...wanted }, status: "created" },
      orderBy: { id: "asc" },
      select: { id: true, connectionId: true },
    });
    for (const purchase of reserved) await startPaying(tx, purchase);
  });
}

const overdueSeconds = 60;
const batch = 200;

/** For purchases whose worker ended, and for items that staff reopened: every open one continues. */
export async function sweepPurchases(): Promise<void> {
  const due = await db().purchase.findMany({
    where: { status: { in: [...activeStatuses] }, nextPollAt: { lt: addSeconds(now(), -overdueSeconds) } },
    orderBy: { nextPollAt: "asc" },
    take: batch,
    select: { id: true, status: true, connectionId: true, pollCount: true, nextPollAt: true },
  });
  await inTransaction(async (tx) => {
    for (const { pollCount, nextPollAt, ...purchase } of due) {
      // Purchases that wait for their turn keep their place in it.
      if (pollCount > 0) await enqueueQueuedStep(tx, purchase, nextPollAt ?? now());
      else await enqueueStep(tx, purchase);
    }
  });
  for (const orderId of await findOrdersWithoutPurchase(batch)) await startPurchases(orderId);
}
