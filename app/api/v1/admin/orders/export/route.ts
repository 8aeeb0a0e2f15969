import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { adminOrdersQuery } from "@/lib/orders/admin-schema";
import { exportOrders } from "@/lib/orders/export-orders";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["orders:read", "exports:read"],
      query: adminOrdersQuery,
      response: "raw",
      produces: "text/csv",
    },
    async ({ actor, client, query }) =>
      streamDownload("orders.csv", "text/csv", await exportOrders(actor, client, query)),
  ),
});
