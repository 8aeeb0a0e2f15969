import { endpoint, route } from "@/lib/http/route";
import { licensePage, orderLicenseParams, ownLicenses } from "@/lib/licenses/schema";
import { listOwnLicenses } from "@/lib/orders/buyer/own-licenses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listOwnLicenses",
      auth: "user",
      summary: "The licenses of an order and their devices",
      params: orderLicenseParams,
      query: licensePage,
      response: ownLicenses,
    },
    ({ actor, params, query }) => listOwnLicenses(actor, params.order_no, query),
  ),
});
