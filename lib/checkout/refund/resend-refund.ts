import { spendMoneyLimit } from "../../accounts/staff/roles/money-limit";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { formatMoney } from "../../core/money";
import type { Refund } from "../../db/generated/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { lockOrder } from "../../orders/mark-order-paid";
import { askedOf } from "../../payments/exchange";
import { moveRefund, type RefundMove } from "../../payments/refunds/move-refund";
import { enqueueRefund } from "../../payments/refunds/refund-schedule";
import { findOrderSource, findOverpaidSource, gatewayShare } from "../../payments/refunds/refund-source";
import { lockRefundRow } from "../../payments/sql";

async function planMove(tx: Tx, refund: Refund): Promise<Extract<RefundMove, { to: "processing" }>> {
  const { viaPaymentId, gatewayCents, gatewayCurrency, attempt } = refund;
  // The gateway refused it before: the same sum under another number.
  if (viaPaymentId !== null && gatewayCents !== null && gatewayCurrency !== null)
    return { to: "processing", viaPaymentId, gatewayCents, gatewayCurrency, attempt: attempt + 1 };
  const source =
    refund.paymentId === null
      ? await findOrderSource(tx, refund.orderId)
      : await findOverpaidSource(tx, refund.paymentId);
  if (!source || refund.amountCents > source.leftCents)
    throw new AppError("state_conflict", "refund_not_sendable");
  const { payment } = source;
  return {
    to: "processing",
    viaPaymentId: payment.id,
    gatewayCents: gatewayShare(source, refund.amountCents),
    gatewayCurrency: askedOf(payment).currency,
    attempt,
  };
}

/**
 * A refund that waits for a person goes through the gateway instead: one of overpaid money, one that was to be paid by hand, or one
 * that the gateway refused before. @throws AppError `not_found`, `state_conflict`
 */
export const resendRefund = (
  actor: AdminActor,
  client: ClientInfo,
  refundNo: string,
): Promise<{ refund_no: string; status: "processing" }> =>
  inTransaction((tx) => resendRefundIn(tx, actor, client, refundNo));

export async function resendRefundIn(
  tx: Tx,
  actor: AdminActor,
  client: ClientInfo,
  refundNo: string,
): Promise<{ refund_no: string; status: "processing" }> {
  const found = await tx.refund.findUnique({ where: { refundNo }, select: { orderId: true } });
  if (!found) throw notFound("refund");
  // The order first: parts of one payment are counted one after the other.
  await lockOrder(tx, found.orderId);
  await lockRefundRow(tx, refundNo);
  const refund = await tx.refund.findUniqueOrThrow({
    where: { refundNo },
    include: { order: { select: { orderNo: true } } },
  });
  if (refund.status !== "pending" && refund.status !== "failed")
    throw new AppError("state_conflict", refund.status === "done" ? "refund_done" : "refund_processing");
  // The money of an order counted when its refund was made.
  if (refund.paymentId !== null && refund.viaPaymentId === null)
    await spendMoneyLimit(tx, actor, refund.amountCents);
  if (!(await moveRefund(tx, refundNo, await planMove(tx, refund))))
    throw new AppError("state_conflict", "refund_done");
  await enqueueRefund(tx, refund.id);
  await recordAudit(tx, actor, client, {
    action: "refund.send",
    target: `order:${refund.order.orderNo}`,
    data: { refund_no: refundNo, amount: formatMoney(refund.amountCents) },
  });
  return { refund_no: refundNo, status: "processing" as const };
}
