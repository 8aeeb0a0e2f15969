import { endpoint, route } from "@/lib/http/route";
import { listLicenses } from "@/lib/licenses/admin-queries";
import { adminLicenseList, adminLicenseQuery } from "@/lib/licenses/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:read",
      query: adminLicenseQuery,
      response: adminLicenseList,
    },
    ({ query }) => listLicenses(query),
  ),
});
