import { endpoint, route } from "@/lib/http/route";
import { adoptOrders, getAdoptableOrders } from "@/lib/orders/guests/adopt-orders";
import { adoptableOrders, adoptedOrders } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getAdoptableOrders",
      summary: "How many orders were placed as a guest with the caller's address",
      auth: "user",
      response: adoptableOrders,
    },
    ({ actor }) => getAdoptableOrders(actor),
  ),
  POST: route(
    {
      name: "adoptOrders",
      summary: "Take the orders that were placed as a guest with the caller's address into the account",
      auth: "user",
      response: adoptedOrders,
    },
    ({ actor }) => adoptOrders(actor),
  ),
});
