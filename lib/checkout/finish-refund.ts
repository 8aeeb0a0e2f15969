import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { now } from "../core/clock";
import { AppError, notFound } from "../core/errors";
import { formatMoney } from "../core/money";
import { inTransaction } from "../db/transaction";
import { postTransfer } from "../wallet/post-transfer";

/**
 * The operator paid an overpayment back at the gateway: the books follow, once.
 * @throws AppError `not_found`, `state_conflict`
 */
export async function finishRefund(
  actor: AdminActor,
  client: ClientInfo,
  refundNo: string,
): Promise<{ refund_no: string; status: "done" }> {
  return inTransaction(async (tx) => {
    const refund = await tx.refund.findUnique({
      where: { refundNo },
      include: { order: { select: { orderNo: true } } },
    });
    if (!refund || refund.paymentId === null) throw notFound("Refund");
    const { count } = await tx.refund.updateMany({
      where: { refundNo, status: "pending" },
      data: { status: "done", doneAt: now() },
    });
    if (count === 0) throw new AppError("state_conflict", "This refund is done already");
    const { amountCents, order } = refund;
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
    await recordAudit(tx, actor, client, {
      action: "refund.finish",
      target: `order:${order.orderNo}`,
      data: { refund_no: refundNo, amount: formatMoney(amountCents) },
    });
    return { refund_no: refundNo, status: "done" as const };
  });
}
