import { endpoint, route } from "@/lib/http/route";
import { pairSiteBody, siteList, siteListQuery, sitePaired } from "@/lib/interconnect/main/admin/schema";
import { listSites } from "@/lib/interconnect/main/admin-queries";
import { pairSite } from "@/lib/interconnect/main/pair-site";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      query: siteListQuery,
      response: siteList,
    },
    ({ query }) => listSites(query),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      proved: "site.trust",
      body: pairSiteBody,
      response: sitePaired,
    },
    ({ actor, client, body }) => pairSite(actor, client, body),
  ),
});
