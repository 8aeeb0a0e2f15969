import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { siteParams } from "@/lib/interconnect/main/admin/schema";
import { exportStatements } from "@/lib/interconnect/main/statements/export-statements";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: siteParams,
      response: "raw",
      produces: "text/csv",
      summary: "The statements of an agent as CSV, oldest first",
    },
    async ({ actor, client, params }) =>
      streamDownload("statements.csv", "text/csv", await exportStatements(actor, client, params.site_id)),
  ),
});
