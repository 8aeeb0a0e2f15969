import { exportUsers } from "@/lib/accounts/staff/export-users";
import { userQuery } from "@/lib/accounts/staff/schema";
import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["customers:read", "exports:read"],
      query: userQuery,
      response: "raw",
      produces: "text/csv",
      summary: "The filtered users as CSV, oldest first",
    },
    async ({ actor, client, query }) =>
      streamDownload("users.csv", "text/csv", await exportUsers(actor, client, query)),
  ),
});
