import { endpoint, route } from "@/lib/http/route";
import { reconciliation, reconciliationQuery, siteParams } from "@/lib/interconnect/main/admin/schema";
import { getReconciliation } from "@/lib/interconnect/main/reconcile-site";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: siteParams,
      query: reconciliationQuery,
      response: reconciliation,
    },
    ({ params, query }) => getReconciliation(params.site_id, query),
  ),
});
