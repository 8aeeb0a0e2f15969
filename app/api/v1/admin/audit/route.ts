import { listAudit } from "@/lib/accounts/staff/admin-queries";
import { auditPage, auditQuery } from "@/lib/accounts/staff/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "staff:read",
      query: auditQuery,
      response: auditPage,
      summary: "The audit log",
    },
    ({ query }) => listAudit(query),
  ),
});
