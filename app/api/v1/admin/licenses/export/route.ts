import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportLicenses } from "@/lib/licenses/export-licenses";
import { adminLicenseQuery } from "@/lib/licenses/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:read",
      query: adminLicenseQuery,
      response: "raw",
      produces: "text/csv",
      summary: "The filtered licenses as CSV, oldest first",
    },
    async ({ actor, client, query }) =>
      streamDownload("licenses.csv", "text/csv", await exportLicenses(actor, client, query)),
  ),
});
