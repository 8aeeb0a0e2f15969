import { exportAudit } from "@/lib/accounts/staff/export-audit";
import { auditQuery } from "@/lib/accounts/staff/schema";
import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "staff:read",
      query: auditQuery,
      response: "raw",
      produces: "text/csv",
      summary: "The audit log as CSV, with the hashes of its chain",
    },
    async ({ actor, client, query }) =>
      streamDownload("audit.csv", "text/csv", await exportAudit(actor, client, query)),
  ),
});
