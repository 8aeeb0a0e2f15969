import { placeUserOrder } from "@/lib/checkout/place-order";
import { noteRepeat } from "@/lib/http/answer/respond";
import { endpoint, route } from "@/lib/http/route";
import { upstreamPurchases } from "@/lib/interconnect/agent/purchases/reserve";
import { listOwnOrders } from "@/lib/orders/queries";
import { createOrderBody, orderList, orderListQuery, placedOrder } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listOwnOrders",
      auth: "user",
      query: orderListQuery,
      response: orderList,
      summary: "Own orders, the newest first",
    },
    ({ actor, query }) => listOwnOrders(actor, query),
  ),
  POST: route(
    {
      name: "placeOwnOrder",
      auth: "user",
      body: createOrderBody,
      response: placedOrder,
      repeats: "by_key",
      summary: "Place an order; it is paid at once where the balance is to cover it",
      description: "With `use_balance` the balance pays what it can, and the payment channel the rest.",
    },
    ({ actor, body, client, request, trace }) => {
      const idempotencyKey = request.headers.get("idempotency-key");
      return placeUserOrder(actor, body, {
        client,
        idempotencyKey,
        upstream: upstreamPurchases,
        noteRepeat: () => noteRepeat(trace),
      });
    },
  ),
});
