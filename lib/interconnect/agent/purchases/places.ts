import { addSeconds } from "../../../core/clock";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { enqueueQueuedStep } from "./schedule";

const maxAtOnce = 3;
const againSeconds = 1;
const running = new Map<number, number>();

/**
 * Runs a step of a purchase, unless its main site has as many of them under way in this process as it may: then the step
 * waits in that main site's queue. Several main sites that hang leave places for the others.
 */
export async function inMainSitePlace(
  purchaseId: number,
  step: (purchaseId: number) => Promise<void>,
): Promise<void> {
  const purchase = await db().purchase.findUnique({
    where: { id: purchaseId },
    select: { id: true, connectionId: true, status: true },
  });
  if (!purchase) return;
  const { connectionId } = purchase;
  const atOnce = running.get(connectionId) ?? 0;
  if (atOnce >= maxAtOnce) {
    await inTransaction((tx) => enqueueQueuedStep(tx, purchase, addSeconds(new Date(), againSeconds)));
    return;
  }
  running.set(connectionId, atOnce + 1);
  try {
    await step(purchaseId);
  } finally {
    running.set(connectionId, (running.get(connectionId) ?? 1) - 1);
  }
}
