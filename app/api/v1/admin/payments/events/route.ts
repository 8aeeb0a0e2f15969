import { endpoint, route } from "@/lib/http/route";
import { listPaymentEvents } from "@/lib/payments/admin-queries";
import { adminPaymentEventList, eventListQuery } from "@/lib/payments/event-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:read",
      query: eventListQuery,
      response: adminPaymentEventList,
    },
    ({ query }) => listPaymentEvents(query),
  ),
});
