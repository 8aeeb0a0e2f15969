import { savedId } from "@/lib/core/wire";
import { requestParams } from "@/lib/fulfillment/kinds/dynamic/schema";
import { endpoint, route } from "@/lib/http/route";
import { retryRequest } from "@/lib/orders/delivery-requests/admin-requests";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      summary: "Ask a delivery server again at once",
      params: requestParams,
      response: savedId,
    },
    ({ actor, client, params }) => retryRequest(actor, client, params.request_id),
  ),
});
