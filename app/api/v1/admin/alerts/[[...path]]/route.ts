import { areasOf } from "@/lib/acts/permissions";
import { operation, resource } from "@/lib/http/route";
import { listAlerts } from "@/lib/notifications/admin-queries";
import { reopenAlert, resolveAlert } from "@/lib/notifications/alerts/resolve-alert";
import { alertPage, alertParams, alertQuery, alertRow } from "@/lib/notifications/schema";
import { settleAlerts } from "@/lib/reports/settle-alerts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/alerts", {
  reopenAlert: operation("POST /[id]/reopen", {
    byPermissions: true,
    params: alertParams,
    response: alertRow,
    summary: "Take back that an alert was dealt with",
    handle: async ({ actor, params, client }) =>
      reopenAlert(
        actor,
        params.id,
        { areas: areasOf(actor, "write"), locale: await client.readLocale() },
        client,
      ),
  }),
  resolveAlert: operation("POST /[id]/resolve", {
    byPermissions: true,
    params: alertParams,
    response: alertRow,
    summary: "Mark an alert as dealt with",
    handle: async ({ actor, params, client }) =>
      resolveAlert(
        actor,
        params.id,
        { areas: areasOf(actor, "write"), locale: await client.readLocale() },
        client,
      ),
  }),
  listAlerts: operation("GET /", {
    byPermissions: true,
    query: alertQuery,
    response: alertPage,
    summary: "What an operator must see, as far as the caller's role may",
    handle: async ({ actor, client, query }) => {
      await settleAlerts();
      return listAlerts(query, { areas: areasOf(actor, "read"), locale: await client.readLocale() });
    },
  }),
});
