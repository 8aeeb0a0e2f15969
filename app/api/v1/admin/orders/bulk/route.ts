import { endpoint, route } from "@/lib/http/route";
import { changeOrdersBody, ordersChanged } from "@/lib/orders/admin-schema";
import { changeOrders } from "@/lib/orders/change-orders";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      body: changeOrdersBody,
      response: ordersChanged,
      summary:
        "Deliver failed orders again, or cancel unpaid ones: those named, or a piece of what a filter finds",
    },
    ({ actor, client, body }) => changeOrders(actor, client, body),
  ),
});
