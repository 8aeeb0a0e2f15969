import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportPayments } from "@/lib/payments/export-payments";
import { paymentListQuery } from "@/lib/payments/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["payments:read", "exports:read"],
      query: paymentListQuery,
      response: "raw",
      produces: "text/csv",
      summary: "The filtered payments as CSV, oldest first",
    },
    async ({ actor, client, query }) =>
      streamDownload("payments.csv", "text/csv", await exportPayments(actor, client, query)),
  ),
});
