import { AppError } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { lateAlertKey } from "../../fulfillment/kinds/dynamic/end-requests";
import { moveRequest } from "../../fulfillment/kinds/dynamic/move-request";
import { contentOf, type DeliveryAnswer } from "../../fulfillment/kinds/dynamic/schema";
import { type DeliveryRequestStatus, isOpenRequest } from "../../fulfillment/kinds/dynamic/state";
import { endAlert } from "../../notifications/raise-alert";
import { completeItemDelivery, failItem, isItemFrozen } from "../complete-item";

const actor = "delivery_server";

/**
 * What the server said of a request is handed over, once: a repeat, and an answer for an item that was delivered or refunded
 * otherwise, change nothing. @throws AppError `unauthorized`, and `state_conflict` for a disputed order and when another part of
 * the item is missing
 */
export const takeAnswer = (
  answer: DeliveryAnswer,
): Promise<{ accepted: boolean; status: DeliveryRequestStatus }> =>
  inTransaction(async (tx) => {
    const where = { publicId: answer.request_id };
    const request = await tx.deliveryRequest.findUnique({ where });
    if (!request) throw new AppError("unauthorized", "delivery_answer_unsigned");
    const { id, orderItemId, status } = request;
    if (!isOpenRequest(status)) return { accepted: false, status };
    if (await isItemFrozen(tx, orderItemId)) throw new AppError("state_conflict", "order_disputed");
    // Both lock the order first: of two answers at the same moment the second finds the item delivered or failed.
    const isTaken =
      answer.refused === undefined
        ? await completeItemDelivery(tx, { orderItemId, content: contentOf(answer), actor })
        : await failItem(tx, { orderItemId, reason: answer.refused, actor });
    const to = !isTaken ? "ended" : answer.refused === undefined ? "delivered" : "refused";
    if (await moveRequest(tx, { id }, to)) {
      await endAlert(tx, lateAlertKey(id));
      return { accepted: isTaken, status: to };
    }
    const now = await tx.deliveryRequest.findUniqueOrThrow({ where });
    return { accepted: false, status: now.status };
  });
