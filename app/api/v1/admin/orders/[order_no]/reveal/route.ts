import { endpoint, route } from "@/lib/http/route";
import { revealOrder } from "@/lib/orders/admin-queries";
import { orderDetail, orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      params: orderParams,
      response: orderDetail,
    },
    ({ actor, client, params }) => revealOrder(actor, client, params.order_no),
  ),
});
