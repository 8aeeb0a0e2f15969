import { auditCheck } from "@/lib/accounts/staff/schema";
import { verifyAudit } from "@/lib/accounts/verify-audit";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "staff:read",
      response: auditCheck,
      summary: "Walks the chain of the audit log",
    },
    () => verifyAudit(),
  ),
});
