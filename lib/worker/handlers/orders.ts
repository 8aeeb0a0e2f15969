import { sweepOrders } from "../../orders/close-order";
import { redeliverFailed } from "../../orders/redeliver-failed";
import { reportFailure, reportLowStock } from "../../orders/watch-orders";
import { voidExpiredSecrets } from "../../stock/void-expired-secrets";
import { whenClockIsRight } from "../guard-clock";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "order.sweep": whenClockIsRight(sweepOrders),
  "order.redeliver": ({ skuId }) => redeliverFailed(skuId),
  "stock.expire": whenClockIsRight(voidExpiredSecrets),
  "order.paid": ({ orderId }) => reportLowStock(orderId),
  "order.failed": ({ orderId }) => reportFailure(orderId),
};
