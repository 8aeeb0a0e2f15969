import { endpoint, route } from "@/lib/http/route";
import { adoptOrders, getAdoptableOrders } from "@/lib/orders/guests/adopt-orders";
import { adoptableOrders, adoptedOrders } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route({ name: "getAdoptableOrders", auth: "user", response: adoptableOrders }, ({ actor }) =>
    getAdoptableOrders(actor),
  ),
  POST: route({ name: "adoptOrders", auth: "user", response: adoptedOrders }, ({ actor }) =>
    adoptOrders(actor),
  ),
});
