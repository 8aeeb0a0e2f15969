import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { periodQuery, siteParams } from "@/lib/interconnect/main/admin/schema";
import { exportReconciliation } from "@/lib/interconnect/main/reconcile-site";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: siteParams,
      query: periodQuery,
      response: "raw",
      produces: "text/csv",
    },
    async ({ actor, client, params, query }) =>
      streamDownload(
        "reconciliation.csv",
        "text/csv",
        await exportReconciliation(actor, client, params.site_id, query),
      ),
  ),
});
