import { deliveryRequestQuery } from "@/lib/fulfillment/kinds/dynamic/schema";
import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportRequests } from "@/lib/orders/delivery-requests/export-requests";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      query: deliveryRequestQuery,
      response: "raw",
      produces: "text/csv",
      summary: "The filtered delivery requests as CSV, oldest first",
    },
    async ({ actor, client, query }) =>
      streamDownload("delivery-requests.csv", "text/csv", await exportRequests(actor, client, query)),
  ),
});
