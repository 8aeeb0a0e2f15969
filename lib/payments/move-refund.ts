import { now } from "../core/clock";
import type { Tx } from "../db/transaction";
import { refundSources } from "./state";

/**
 * The one way in which a refund task is completed. @returns false when it was completed before
 */
export async function completeRefund(tx: Tx, refundNo: string): Promise<boolean> {
  const { count } = await tx.refund.updateMany({
    where: { refundNo, status: { in: refundSources("done") } },
    data: { status: "done", doneAt: now() },
  });
  return count === 1;
}
