import { payOrder } from "@/lib/checkout/pay-order";
import { endpoint, route } from "@/lib/http/route";
import { orderParams, payOrderBody, placedOrder } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "payOwnOrder",
      summary: "Begin a payment of an order, or pay it from the balance",
      auth: "user",
      params: orderParams,
      body: payOrderBody,
      response: placedOrder,
    },
    ({ actor, params, body, client }) => payOrder(actor, params.order_no, body, client),
  ),
});
