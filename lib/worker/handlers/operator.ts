import { sendQueuedEvents, tellOfPaidOrder } from "../../checkout/tell-operator";
import { queueEvent, sweepQueue } from "../../notifications/outbound/queue-event";
import { sendDelivery, sweepDeliveries } from "../../notifications/outbound/send-delivery";
import { settleAlerts } from "../../reports/settle-alerts";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "order.paid": ({ orderId }) => tellOfPaidOrder(orderId),
  "operator.event": ({ eventId }) => queueEvent(eventId),
  "operator.message": sendQueuedEvents,
  "operator.send": ({ deliveryId }) => sendDelivery(deliveryId),
  "order.sweep": async () => {
    await settleAlerts();
    await sweepQueue();
    await sweepDeliveries();
  },
};
