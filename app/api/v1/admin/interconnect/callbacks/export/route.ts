import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportCallbacks } from "@/lib/interconnect/main/admin/export-callbacks";
import { callbackQuery } from "@/lib/interconnect/main/admin/log-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      query: callbackQuery,
      response: "raw",
      produces: "text/csv",
      summary: "The filtered callbacks as CSV, oldest first",
    },
    async ({ actor, client, query }) =>
      streamDownload("callbacks.csv", "text/csv", await exportCallbacks(actor, client, query)),
  ),
});
