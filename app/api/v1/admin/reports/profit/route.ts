import { endpoint, route } from "@/lib/http/route";
import { getProfitReport } from "@/lib/reports/profit";
import { profitReport, reportQuery } from "@/lib/reports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:read",
      query: reportQuery,
      response: profitReport,
      summary: "Sales, refunds, cost and profit by option, channel, buyer and day",
    },
    ({ query }) => getProfitReport(query),
  ),
});
