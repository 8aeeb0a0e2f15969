import { endpoint, route } from "@/lib/http/route";
import { listOrders } from "@/lib/orders/admin-queries";
import { adminOrderList, adminOrdersQuery } from "@/lib/orders/admin-schema";
import { ordersFor } from "@/lib/orders/without-suppliers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:read",
      query: adminOrdersQuery,
      response: adminOrderList,
    },
    async ({ query, actor }) => ordersFor(actor, await listOrders(query)),
  ),
});
