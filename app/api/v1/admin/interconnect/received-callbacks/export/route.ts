import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportReceived } from "@/lib/interconnect/agent/admin/export-received";
import { callbackLogQuery } from "@/lib/interconnect/agent/admin/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      query: callbackLogQuery,
      response: "raw",
      produces: "text/csv",
      summary: "The filtered received callbacks as CSV, oldest first",
    },
    async ({ actor, client, query }) =>
      streamDownload("received-callbacks.csv", "text/csv", await exportReceived(actor, client, query)),
  ),
});
