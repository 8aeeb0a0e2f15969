import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportMoneyRequests } from "@/lib/operations/money-requests/export-requests";
import { moneyRequestQuery } from "@/lib/operations/money-requests/money-request-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "money:read",
      query: moneyRequestQuery,
      response: "raw",
      produces: "text/csv",
      summary: "The filtered money requests as CSV, oldest first",
    },
    async ({ actor, client, query }) =>
      streamDownload("money-requests.csv", "text/csv", await exportMoneyRequests(actor, client, query)),
  ),
});
