import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportBooks } from "@/lib/interconnect/agent/account/export-books";
import { accountPeriod } from "@/lib/interconnect/agent/account/schema";
import { connectionParams } from "@/lib/interconnect/agent/admin/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: connectionParams,
      query: accountPeriod,
      response: "raw",
      produces: "text/csv",
    },
    async ({ actor, client, params, query }) =>
      streamDownload("books.csv", "text/csv", await exportBooks(actor, client, params.connection_id, query)),
  ),
});
