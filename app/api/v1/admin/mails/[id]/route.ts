import { hasPermission } from "@/lib/accounts/permissions";
import { auditBy } from "@/lib/accounts/record-audit";
import { endpoint, route } from "@/lib/http/route";
import { readMail } from "@/lib/notifications/read-mail";
import { mailDetail, mailParams } from "@/lib/notifications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:write",
      params: mailParams,
      response: mailDetail,
      summary: "One mail with its text, which is written to the audit log",
    },
    ({ actor, params, client }) =>
      readMail(params.id, {
        mayReadCodes: hasPermission(actor, "staff:write"),
        audit: auditBy(actor, client),
      }),
  ),
});
