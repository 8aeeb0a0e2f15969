import { endpoint, route } from "@/lib/http/route";
import { siteParams, siteView, updateSiteBody } from "@/lib/interconnect/main/admin/schema";
import { getSite } from "@/lib/interconnect/main/admin-queries";
import { updateSite } from "@/lib/interconnect/main/update-site";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: siteParams,
      response: siteView,
    },
    ({ params }) => getSite(params.site_id),
  ),
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      proved: "site.trust",
      params: siteParams,
      body: updateSiteBody,
      response: siteView,
    },
    ({ actor, client, params, body }) => updateSite(actor, client, params.site_id, body),
  ),
});
