import { sweepOrders } from "../../orders/close-order";
import { redeliverFailed } from "../../orders/operate-order";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "order.sweep": async () => {
    await sweepOrders();
  },
  "order.redeliver": ({ skuId }) => redeliverFailed(skuId),
};
