import { endpoint, route } from "@/lib/http/route";
import { listKnownOrders } from "@/lib/orders/guests/list-known-orders";
import { knownOrders, knownOrdersBody } from "@/lib/orders/guests/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  // Reads, in a body: addresses are logged, and a token opens its order.
  POST: route(
    {
      name: "listKnownOrders",
      auth: "none",
      limit: "public",
      summary: "Where the orders stand whose tokens a guest keeps",
      body: knownOrdersBody,
      response: knownOrders,
    },
    ({ body }) => listKnownOrders(body.tokens, body.lang),
  ),
});
