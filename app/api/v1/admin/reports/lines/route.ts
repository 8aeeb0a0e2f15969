import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportOrderLines } from "@/lib/reports/profit";
import { reportQuery } from "@/lib/reports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:read",
      query: reportQuery,
      response: "raw",
      produces: "text/csv",
      summary: "Every order line as CSV; the amounts sum to the ledger's revenue",
    },
    async ({ actor, client, query }) =>
      streamDownload("order-lines.csv", "text/csv", await exportOrderLines(actor, client, query)),
  ),
});
