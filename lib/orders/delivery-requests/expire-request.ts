import { readNotedOrNull } from "../../core/refusals/noted";
import { inTransaction } from "../../db/transaction";
import { lateAlertKey } from "../../fulfillment/kinds/dynamic/end-requests";
import { moveRequest } from "../../fulfillment/kinds/dynamic/move-request";
import { raiseAlert } from "../../notifications/alerts/raise-alert";

/** Nothing came in time: the item stays `processing`, and a person is told to deliver it, to ask again or to refund. */
export const expireRequest = (id: number): Promise<void> =>
  inTransaction(async (tx) => {
    if (!(await moveRequest(tx, { id }, "timed_out"))) return;
    const { lastError, orderItem } = await tx.deliveryRequest.findUniqueOrThrow({
      where: { id },
      include: { orderItem: { select: { title: true, order: { select: { orderNo: true } } } } },
    });
    const { orderNo } = orderItem.order;
    await raiseAlert(tx, {
      kind: "order.delivery_late",
      data: { orderNo, title: orderItem.title, reason: readNotedOrNull(lastError) },
      reference: orderNo,
      dedupeKey: lateAlertKey(id),
    });
  });
