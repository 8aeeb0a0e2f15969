import { payOrder } from "@/lib/checkout/pay-order";
import { endpoint, route } from "@/lib/http/route";
import { orderParams, payOrderBody, placedOrder } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "payGuestOrder",
      summary: "Begin a payment of an order, by another channel too",
      description:
        "A payment that failed is over: this makes a new one. Money that arrives for an older one is booked all the same.",
      auth: "guest",
      params: orderParams,
      body: payOrderBody,
      response: placedOrder,
    },
    ({ actor, params, body, client }) => payOrder(actor, params.order_no, body, client),
  ),
});
