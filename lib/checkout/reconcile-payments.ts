import { addSeconds, now } from "../core/clock";
import { db } from "../db/client";
import { inTransaction, type Tx } from "../db/transaction";
import { movePayment } from "../payments/move-payment";
import { nextQueryAt, type Scheduled } from "../payments/query-schedule";
import { queryPayment } from "./query-payment";
import { enqueueDueQueries } from "./sql/due-queries";

/** Plans the next question to the gateway, or closes a payment whose time is over. */
async function scheduleQuery(tx: Tx, payment: Scheduled & { id: number }): Promise<void> {
  const at = nextQueryAt(payment, now());
  if (!at) {
    await movePayment(tx, payment.id, { to: "closed" });
    return;
  }
  await tx.payment.updateMany({
    where: { id: payment.id, state: "pending" },
    data: { nextQueryAt: at },
  });
}

/** One turn of the reconciler for one payment (C33): a lost notification is found here. */
export async function reconcilePayment(paymentId: number): Promise<void> {
  const payment = await db().payment.findUnique({
    where: { id: paymentId },
    select: { id: true, createdAt: true, expiresAt: true, state: true },
  });
  if (payment?.state !== "pending") return;
  await db().payment.update({
    where: { id: paymentId },
    data: { queryCount: { increment: 1 } },
    select: { id: true },
  });
  if ((await queryPayment(paymentId)) === "pending") await inTransaction((tx) => scheduleQuery(tx, payment));
}

/** How long a job may take until another one asks in its place. */
const leaseSeconds = 300;
/** Jobs a turn: what a gateway was down for is asked over several turns. */
const batch = 500;

/**
 * Adds a job for each payment whose gateway is to be asked now. Most are paid before their first question and never have a
 * job. @returns how many
 */
export function enqueueQueries(): Promise<number> {
  const at = now();
  return enqueueDueQueries(db(), at, addSeconds(at, leaseSeconds), batch);
}
