import { now } from "../../core/clock";
import type { Cents } from "../../core/money";
import { sourcesIn } from "../../core/shapes/moves";
import type { Tx } from "../../db/transaction";
import { refundMoves } from "../state";

export type RefundMove =
  | { to: "processing"; viaPaymentId: number; gatewayCents: Cents; gatewayCurrency: string; attempt: number }
  | { to: "failed"; failure: string }
  | { to: "done" };

const columnsOf = (move: RefundMove) => {
  switch (move.to) {
    case "processing": {
      const { viaPaymentId, gatewayCents, gatewayCurrency, attempt } = move;
      const asked = { sentAt: null, askedCount: 0, nextAskAt: now() };
      return { viaPaymentId, gatewayCents, gatewayCurrency, attempt, failure: null, ...asked };
    }
    case "failed":
      return { failure: move.failure, nextAskAt: null };
    case "done":
      return { doneAt: now(), nextAskAt: null };
  }
};

/**
 * The one way in which a refund task changes its state: a conditional update along the table of lib/payments/state.ts.
 * @returns false when it is in a state that does not lead there
 */
export async function moveRefund(tx: Tx, refundNo: string, move: RefundMove): Promise<boolean> {
  const { count } = await tx.refund.updateMany({
    where: { refundNo, status: { in: sourcesIn(refundMoves, move.to) } },
    data: { status: move.to, ...columnsOf(move) },
  });
  return count === 1;
}
