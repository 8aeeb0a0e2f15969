import { endpoint, route } from "@/lib/http/route";
import { listDeliveries } from "@/lib/notifications/outbound/queries";
import { deliveryPage, deliveryQuery } from "@/lib/notifications/outbound/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:read",
      query: deliveryQuery,
      response: deliveryPage,
      summary: "Messages to the operator",
    },
    ({ query }) => listDeliveries(query),
  ),
});
