import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportStatement } from "@/lib/interconnect/main/statements/read-account";
import { statementParams } from "@/lib/interconnect/main/statements/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: statementParams,
      response: "raw",
      produces: "text/csv",
    },
    async ({ actor, client, params: { site_id, statement_id } }) =>
      streamDownload(
        `statement-${statement_id}.csv`,
        "text/csv",
        await exportStatement(actor, client, { siteId: site_id, statementId: statement_id }),
      ),
  ),
});
