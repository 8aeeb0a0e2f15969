import { spendMoneyLimit } from "../../accounts/staff/roles/money-limit";
import { type AdminActor, actorName, type ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { formatMoney } from "../../core/money";
import { inTransaction, type Tx } from "../../db/transaction";
import { lockRefundRow } from "../../payments/sql";
import { completeRefund } from "./complete-refund";

/**
 * The operator paid somebody back outside the shop.
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
  await lockRefundRow(tx, refundNo);
  const refund = await tx.refund.findUnique({
    where: { refundNo },
    include: { order: { select: { orderNo: true } } },
  });
  if (!refund || (refund.paymentId === null && refund.method !== "manual" && refund.method !== "gateway"))
    throw notFound("refund");
  // Paid by hand as well, the money would be gone twice.
  if (refund.status === "processing") throw new AppError("state_conflict", "refund_processing");
  const { amountCents, order } = refund;
  const by = { actor: actorName(actor), staffId: actor.staffId };
  if (refund.status === "done") throw new AppError("state_conflict", "refund_done");
  // The money of an order counted when its refund was made, and what the gateway refused when it was sent.
  if (refund.paymentId !== null && refund.viaPaymentId === null)
    await spendMoneyLimit(tx, actor, amountCents);
  if (!(await completeRefund(tx, refund, by))) throw new AppError("state_conflict", "refund_done");
  await recordAudit(tx, actor, client, {
    action: "refund.finish",
    target: `order:${order.orderNo}`,
    data: { refund_no: refundNo, amount: formatMoney(amountCents) },
  });
  return { refund_no: refundNo, status: "done" as const };
}
