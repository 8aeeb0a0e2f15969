import { AppError } from "../../core/errors";
import { failpoint } from "../../core/process/failpoint";
import { foreignWords } from "../../core/refusals/noted";
import { inTransaction } from "../../db/transaction";
import { lateAlertKey } from "../../fulfillment/kinds/dynamic/end-requests";
import { moveRequest } from "../../fulfillment/kinds/dynamic/move-request";
import { contentOf, type DeliveryAnswer } from "../../fulfillment/kinds/dynamic/schema";
import { type DeliveryRequestStatus, isOpenRequest } from "../../fulfillment/kinds/dynamic/state";
import { askAnew } from "../../fulfillment/kinds/dynamic/stock-question";
import { endAlert } from "../../notifications/alerts/raise-alert";
import { completeServerPart, failItem, isItemFrozen } from "../deliver/complete-item";

const actor = "delivery_server";

/**
 * Hands over the server's answer to a request, once: a repeat, and an answer for an item that was delivered or
 * refunded otherwise, change nothing.
 * @throws AppError `unauthorized`, and `state_conflict` for a disputed order and when another part of the item is
 * missing
 */
export const takeAnswer = (
  answer: DeliveryAnswer,
): Promise<{ accepted: boolean; status: DeliveryRequestStatus }> =>
  inTransaction(async (tx) => {
    const where = { publicId: answer.request_id };
    const request = await tx.deliveryRequest.findUnique({ where });
    if (!request) throw new AppError("unauthorized", "delivery_answer_unsigned");
    const { id, orderItemId, status: first } = request;
    if (!isOpenRequest(first)) return { accepted: false, status: first };
    if (await isItemFrozen(tx, orderItemId)) throw new AppError("state_conflict", "order_disputed");
    // The order is locked: of two answers at the same moment the second finds its request answered.
    const { status } = await tx.deliveryRequest.findUniqueOrThrow({ where });
    if (!isOpenRequest(status)) return { accepted: false, status };
    const isTaken =
      answer.refused === undefined
        ? await completeServerPart(tx, { orderItemId, content: contentOf(answer), actor })
        : await failItem(tx, { orderItemId, reason: foreignWords(answer.refused), actor });
    const to = !isTaken ? "ended" : answer.refused === undefined ? "delivered" : "refused";
    if (await moveRequest(tx, { id }, to)) {
      await endAlert(tx, lateAlertKey(id));
      if (to === "refused") {
        const { quantity } = await tx.orderItem.findUniqueOrThrow({
          where: { id: orderItemId },
          select: { quantity: true },
        });
        await askAnew(tx, request.skuId, quantity);
      }
      failpoint("before-commit");
      return { accepted: isTaken, status: to };
    }
    const now = await tx.deliveryRequest.findUniqueOrThrow({ where });
    return { accepted: false, status: now.status };
  });
