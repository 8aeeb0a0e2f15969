import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportReceipts } from "@/lib/reports/export-receipts";
import { reportQuery } from "@/lib/reports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["payments:read", "exports:read"],
      query: reportQuery,
      response: "raw",
      produces: "text/csv",
      summary: "Receipts and credit notes of a period as CSV",
    },
    async ({ actor, client, query }) =>
      streamDownload("receipts.csv", "text/csv", await exportReceipts(actor, client, query)),
  ),
});
