import { areasOf } from "@/lib/accounts/permissions";
import { endpoint, route } from "@/lib/http/route";
import { listAlerts } from "@/lib/notifications/admin-queries";
import { alertPage, alertQuery } from "@/lib/notifications/schema";
import { settleAlerts } from "@/lib/reports/settle-alerts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      query: alertQuery,
      response: alertPage,
      summary: "What an operator must see, as far as the caller's role may",
    },
    async ({ actor, client, query }) => {
      await settleAlerts();
      return listAlerts(query, { areas: areasOf(actor, "read"), locale: await client.readLocale() });
    },
  ),
});
