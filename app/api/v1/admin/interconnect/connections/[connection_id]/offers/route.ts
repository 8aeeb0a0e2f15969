import { endpoint, route } from "@/lib/http/route";
import { connectionParams, offerList, offerQuery } from "@/lib/interconnect/agent/admin/schema";
import { listOffers } from "@/lib/interconnect/agent/admin-queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: connectionParams,
      query: offerQuery,
      response: offerList,
    },
    ({ params, query }) => listOffers(params.connection_id, query),
  ),
});
