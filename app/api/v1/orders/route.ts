import { placeUserOrder } from "@/lib/checkout/place-order";
import { endpoint, route } from "@/lib/http/route";
import { upstreamPurchases } from "@/lib/interconnect/agent/purchases/reserve";
import { listOwnOrders } from "@/lib/orders/queries";
import { createOrderBody, orderList, orderListQuery, placedOrder } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    { name: "listOwnOrders", auth: "user", query: orderListQuery, response: orderList },
    ({ actor, query }) => listOwnOrders(actor, query),
  ),
  POST: route(
    { name: "placeOwnOrder", auth: "user", body: createOrderBody, response: placedOrder },
    ({ actor, body, client, request }) => {
      const idempotencyKey = request.headers.get("idempotency-key");
      return placeUserOrder(actor, body, { client, idempotencyKey, upstream: upstreamPurchases });
    },
  ),
});
