import { areasOf } from "@/lib/accounts/permissions";
import { auditBy } from "@/lib/accounts/record-audit";
import { endpoint, route } from "@/lib/http/route";
import { reopenAlert } from "@/lib/notifications/resolve-alert";
import { alertParams, alertRow } from "@/lib/notifications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      params: alertParams,
      response: alertRow,
      summary: "Take back that an alert was dealt with",
    },
    async ({ actor, params, client }) =>
      reopenAlert(params.id, {
        areas: areasOf(actor, "write"),
        locale: await client.readLocale(),
        audit: auditBy(actor, client),
      }),
  ),
});
