import { sendQueuedEvents, tellOfPaidOrder } from "../../checkout/tell-operator";
import { inTransaction } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { queueEvent, sweepQueue } from "../../notifications/outbound/queue-event";
import { sendDelivery, sweepDeliveries } from "../../notifications/outbound/send-delivery";
import { settleAlerts } from "../../reports/settle-alerts";
import type { Handlers } from "../types";

export const handlers = {
  "order.paid": ({ orderId }) => tellOfPaidOrder(orderId),
  "staff.sign_in": ({ kind, email, ip, userAgent, count }) =>
    inTransaction((tx) =>
      raiseAlert(tx, {
        kind: `staff.${kind}`,
        data: { email, ip, userAgent: userAgent || "unknown", count },
        dedupeKey: `staff.${kind}:${email}:${kind === "new_place" ? ip : ""}`,
        reference: email,
      }),
    ),
  "operator.event": ({ eventId }) => queueEvent(eventId),
  "operator.message": sendQueuedEvents,
  "operator.send": ({ deliveryId }) => sendDelivery(deliveryId),
  "order.sweep": async () => {
    await settleAlerts();
    await sweepQueue();
    await sweepDeliveries();
  },
} satisfies Handlers;
