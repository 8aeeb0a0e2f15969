import { type AdminActor, actorName, type ClientInfo } from "../accounts/actor";
import { spendMoneyLimit } from "../accounts/money-limit";
import { recordAudit } from "../accounts/record-audit";
import { AppError, notFound } from "../core/errors";
import { formatMoney } from "../core/money";
import { inTransaction, type Tx } from "../db/transaction";
import { recordEvent } from "../orders/record-event";
import { completeRefund } from "../payments/move-refund";
import { postTransfer } from "../wallet/post-transfer";

/**
 * The operator paid somebody back outside the shop. For an overpayment the books follow, once; the money of an order left the
 * books when its refund was made.
 * @throws AppError `not_found`, `state_conflict`
 */
export const finishRefund = (
  actor: AdminActor,
  client: ClientInfo,
  refundNo: string,
): Promise<{ refund_no: string; status: "done" }> =>
  inTransaction((tx) => finishRefundIn(tx, actor, client, refundNo));

export async function finishRefundIn(
  tx: Tx,
  actor: AdminActor,
  client: ClientInfo,
  refundNo: string,
): Promise<{ refund_no: string; status: "done" }> {
  const refund = await tx.refund.findUnique({
    where: { refundNo },
    include: { order: { select: { orderNo: true } } },
  });
  if (!refund || (refund.paymentId === null && refund.method !== "manual")) throw notFound("refund");
  if (!(await completeRefund(tx, refundNo))) throw new AppError("state_conflict", "refund_done");
  const { amountCents, order } = refund;
  if (refund.paymentId !== null) {
    // The money of an order counted when its refund was made.
    await spendMoneyLimit(tx, actor, amountCents);
    await postTransfer(tx, {
      type: "overpaid",
      reasonKey: `refund:${refundNo}`,
      reference: order.orderNo,
      createdById: actor.staffId,
      entries: [
        { account: { kind: "shop_adjustments" }, amountCents: -amountCents },
        { account: { kind: "shop_clearing" }, amountCents },
      ],
    });
  }
  await recordEvent(tx, {
    orderId: refund.orderId,
    kind: "refund_paid",
    actor: actorName(actor),
    data: { amount: formatMoney(amountCents) },
  });
  await recordAudit(tx, actor, client, {
    action: "refund.finish",
    target: `order:${order.orderNo}`,
    data: { refund_no: refundNo, amount: formatMoney(amountCents) },
  });
  return { refund_no: refundNo, status: "done" as const };
}
