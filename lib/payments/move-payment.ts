import { now } from "../core/clock";
import type { Reader } from "../db/transaction";
import { type PaymentFailure, paymentSources } from "./state";

export type PaymentMove =
  | { to: "paid"; tradeNo: string }
  | { to: "failed"; failure: PaymentFailure }
  | { to: "closed" };

const columnsOf = (move: PaymentMove) => {
  switch (move.to) {
    case "paid":
      return { tradeNo: move.tradeNo, paidAt: now(), failure: null };
    case "failed":
      return { failure: move.failure };
    case "closed":
      return {};
  }
};

/**
 * The one way in which a payment changes its state: a conditional update along the table of lib/payments/state.ts.
 * @returns false when the payment is in a state that does not lead there.
 */
export async function movePayment(writer: Reader, paymentId: number, move: PaymentMove): Promise<boolean> {
  const { count } = await writer.payment.updateMany({
    where: {
      id: paymentId,
      state: { in: paymentSources(move.to) },
      // Another try at the same time may have got the buyer there.
      ...(move.to === "failed" && move.failure === "unreachable" ? { payUrl: null, qrCode: null } : {}),
    },
    data: { state: move.to, nextQueryAt: null, ...columnsOf(move) },
  });
  return count === 1;
}
