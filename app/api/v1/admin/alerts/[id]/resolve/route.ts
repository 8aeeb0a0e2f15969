import { auditBy } from "@/lib/accounts/record-audit";
import { endpoint, route } from "@/lib/http/route";
import { resolveAlert } from "@/lib/notifications/resolve-alert";
import { alertParams, alertRow } from "@/lib/notifications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      params: alertParams,
      response: alertRow,
      summary: "Mark an alert as dealt with",
    },
    ({ actor, params, client }) => resolveAlert(params.id, auditBy(actor, client)),
  ),
});
