import { endpoint, route } from "@/lib/http/route";
import { siteCredentials, siteParams } from "@/lib/interconnect/main/admin/schema";
import { rotateSiteSecret } from "@/lib/interconnect/main/rotate-site-secret";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      proved: "site.secret",
      params: siteParams,
      response: siteCredentials,
    },
    ({ actor, client, params }) => rotateSiteSecret(actor, client, params.site_id),
  ),
});
