import { addSeconds, now } from "../core/clock";
import { sourcesIn } from "../core/shapes/moves";
import type { Reader, Tx } from "../db/transaction";
import { updatePaymentState } from "./sql";
import { type Disposition, type PaymentFailure, paymentMoves } from "./state";

export type PaymentMove =
  | { to: "paid"; tradeNo: string; disposition: Disposition }
  | { to: "failed"; failure: PaymentFailure }
  | { to: "closed" };

/** Shorter than the notification log is kept: after that nothing tells what the gateway said before. */
const adoptedWithinSeconds = 60 * 24 * 3600;

/** The gateway gave nothing to pay at. */
const neverBegan = (failure: PaymentFailure) => failure === "unreachable" || failure === "bad_answer";

/**
 * The one way in which a payment changes its state: a conditional update along the table of lib/payments/state.ts.
 * @returns false when the payment is in a state that does not lead there.
 */
export const movePayment = (writer: Reader, id: number, move: PaymentMove): Promise<boolean> =>
  updatePaymentState(writer, {
    id,
    to: move.to,
    from: sourcesIn(paymentMoves, move.to),
    tradeNo: move.to === "paid" ? move.tradeNo : null,
    disposition: move.to === "paid" ? move.disposition : null,
    failure: move.to === "failed" ? move.failure : null,
    // A parallel attempt may have received a link meanwhile: then the payment can still be paid.
    isUnlinked: move.to === "failed" && neverBegan(move.failure),
  });

/**
 * Staff confirmed this payment by hand, and the gateway now speaks of it for the first time: it is the same money, under the
 * gateway's own number, whatever number was typed. A later message with yet another number is more money.
 * @returns false when that is not so
 */
export async function adoptTradeNo(tx: Tx, paymentId: number, tradeNo: string): Promise<boolean> {
  const confirmed = await tx.paymentConfirmation.count({
    where: { paymentId, createdAt: { gt: addSeconds(now(), -adoptedWithinSeconds) } },
  });
  if (confirmed === 0) return false;
  const heard = await tx.paymentEvent.count({
    where: {
      paymentId,
      source: { in: ["notification", "query"] },
      verdict: { in: ["accepted", "duplicate"] },
      tradeNo: { not: tradeNo },
    },
  });
  if (heard > 0) return false;
  await tx.payment.update({ where: { id: paymentId }, data: { tradeNo }, select: { id: true } });
  return true;
}
