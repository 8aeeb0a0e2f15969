import { deliveryRequestList, deliveryRequestQuery } from "@/lib/fulfillment/kinds/dynamic/schema";
import { endpoint, route } from "@/lib/http/route";
import { listRequests } from "@/lib/orders/delivery-requests/admin-requests";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      summary: "What the sellers' servers were asked to make",
      query: deliveryRequestQuery,
      response: deliveryRequestList,
    },
    ({ query }) => listRequests(query),
  ),
});
