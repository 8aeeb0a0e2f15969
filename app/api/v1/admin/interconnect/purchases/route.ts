import { endpoint, route } from "@/lib/http/route";
import { listPurchases } from "@/lib/interconnect/agent/admin/queries";
import { purchaseList, purchaseQuery } from "@/lib/interconnect/agent/admin/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      query: purchaseQuery,
      response: purchaseList,
    },
    ({ query }) => listPurchases(query),
  ),
});
