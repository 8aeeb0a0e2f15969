import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportPurchases } from "@/lib/interconnect/agent/admin/export-purchases";
import { purchaseQuery } from "@/lib/interconnect/agent/admin/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      query: purchaseQuery,
      response: "raw",
      produces: "text/csv",
      summary: "The filtered purchases as CSV, oldest first",
    },
    async ({ actor, client, query }) =>
      streamDownload("purchases.csv", "text/csv", await exportPurchases(actor, client, query)),
  ),
});
