import { endpoint, route } from "@/lib/http/route";
import { listAlerts } from "@/lib/notifications/admin-queries";
import { alertPage, alertQuery } from "@/lib/notifications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:read",
      query: alertQuery,
      response: alertPage,
      summary: "What an operator must see",
    },
    ({ query }) => listAlerts(query),
  ),
});
