import { formatMoney } from "../../core/money";
import type { Refund } from "../../db/generated/client";
import type { Tx } from "../../db/transaction";
import { endAlert } from "../../notifications/alerts/raise-alert";
import { recordEvent } from "../../orders/record-event";
import { moveRefund } from "../../payments/refunds/move-refund";
import { postTransfer } from "../../wallet/post-transfer";

/** Alerts of a refund at a gateway; over when the money is back. */
const refundAlerts = ["payment.refund_failed", "payment.refund_open"] as const;
type RefundAlert = (typeof refundAlerts)[number];

export const refundAlert = (kind: RefundAlert, refundNo: string) => ({
  kind,
  dedupeKey: `${kind}:${refundNo}`,
});

export type OpenRefund = Refund & { order: { orderNo: string } };

/**
 * The money of a refund reached the buyer, by a person or by the gateway. For an overpayment the books follow, once; the money of an
 * order left the books when its refund was made. @returns false when it was completed before
 */
export async function completeRefund(
  tx: Tx,
  refund: OpenRefund,
  { actor, staffId }: { actor: string; staffId: number | null },
): Promise<boolean> {
  const { refundNo, amountCents, order } = refund;
  if (!(await moveRefund(tx, refundNo, { to: "done" }))) return false;
  if (refund.paymentId !== null) {
    await postTransfer(tx, {
      type: "overpaid",
      reasonKey: `refund:${refundNo}`,
      reference: order.orderNo,
      ...(staffId === null ? {} : { createdById: staffId }),
      entries: [
        { account: { kind: "shop_adjustments" }, amountCents: -amountCents },
        { account: { kind: "shop_clearing" }, amountCents },
      ],
    });
  }
  for (const kind of refundAlerts) await endAlert(tx, refundAlert(kind, refundNo).dedupeKey);
  await recordEvent(tx, {
    orderId: refund.orderId,
    kind: "refund_paid",
    actor,
    data: { amount: formatMoney(amountCents) },
  });
  return true;
}
