import { addSeconds, now } from "../core/clock";
import { db } from "../db/client";
import { inTransaction, type Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import { movePayment } from "../payments/move-payment";
import { nextQueryAt, type Scheduled } from "../payments/query-schedule";
import { queryPayment } from "./query-payment";

/** Plans the next question to the gateway, or closes a payment whose time is over. */
export async function scheduleQuery(tx: Tx, payment: Scheduled & { id: number }): Promise<void> {
  const runAt = nextQueryAt(payment, now());
  if (!runAt) {
    await movePayment(tx, payment.id, { to: "closed" });
    return;
  }
  const { count } = await tx.payment.updateMany({
    where: { id: payment.id, state: "pending" },
    data: { nextQueryAt: runAt },
  });
  if (count === 1)
    await enqueue(
      tx,
      "payment.query",
      { paymentId: payment.id },
      { runAt, jobKey: `payment.query:${payment.id}` },
    );
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

/** A job this late was lost, not slow. */
const overdueSeconds = 300;
const batch = 200;

/** The safety net under the jobs: plans again what should long have been asked. @returns how many were found. */
export async function reconcilePayments(): Promise<number> {
  const overdue = await db().payment.findMany({
    where: { state: "pending", nextQueryAt: { lt: addSeconds(now(), -overdueSeconds) } },
    orderBy: { nextQueryAt: "asc" },
    take: batch,
    select: { id: true, createdAt: true, expiresAt: true },
  });
  for (const payment of overdue) {
    await inTransaction(async (tx) => {
      await tx.payment.updateMany({
        where: { id: payment.id, state: "pending" },
        data: { nextQueryAt: now() },
      });
      await enqueue(
        tx,
        "payment.query",
        { paymentId: payment.id },
        { jobKey: `payment.query:${payment.id}` },
      );
    });
  }
  return overdue.length;
}
