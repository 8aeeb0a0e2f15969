import { actorName, type GuestActor, type UserActor } from "../accounts/actor";
import { AppError } from "../core/errors";
import { consumeLimit } from "../db/rate-limit";
import { inTransaction } from "../db/transaction";
import { raiseAlert } from "../notifications/raise-alert";
import { lockOrder } from "./mark-order-paid";
import { getOwnOrderId } from "./queries";
import { recordEvent } from "./record-event";

/** One open task an order, however often its buyer writes. */
export const problemKey = (orderNo: string): string => `order.problem:${orderNo}`;

/**
 * The buyer of a paid order says what is wrong with it: a task of the operator, who answers by mail, and a line of the order's
 * history. @throws AppError `not_found`, `state_conflict`, `rate_limited`
 */
export async function reportProblem(
  actor: GuestActor | UserActor,
  orderNo: string,
  text: string,
): Promise<{ reported: true }> {
  const orderId = await getOwnOrderId(actor, orderNo);
  await consumeLimit("order_problem", String(orderId));
  await inTransaction(async (tx) => {
    await lockOrder(tx, orderId);
    const { paymentStatus } = await tx.order.findUniqueOrThrow({
      where: { id: orderId },
      select: { paymentStatus: true },
    });
    if (paymentStatus === "unpaid") throw new AppError("state_conflict", "nothing_bought");
    await recordEvent(tx, { orderId, kind: "problem", actor: actorName(actor), data: { note: text } });
    await raiseAlert(tx, {
      kind: "order.problem",
      data: { orderNo, text },
      reference: orderNo,
      dedupeKey: problemKey(orderNo),
    });
  });
  return { reported: true };
}
