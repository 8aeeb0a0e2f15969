import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportRefunds } from "@/lib/payments/export-refunds";
import { refundQueueQuery } from "@/lib/payments/refund-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["payments:read", "exports:read"],
      query: refundQueueQuery,
      response: "raw",
      produces: "text/csv",
      summary: "The filtered refunds as CSV, oldest first",
    },
    async ({ actor, client, query }) =>
      streamDownload("refunds.csv", "text/csv", await exportRefunds(actor, client, query)),
  ),
});
