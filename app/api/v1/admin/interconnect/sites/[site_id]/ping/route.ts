import { endpoint, route } from "@/lib/http/route";
import { siteParams } from "@/lib/interconnect/main/admin/schema";
import { sendTestCallback } from "@/lib/interconnect/main/ping-site";
import { pingReport } from "@/lib/interconnect/main/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: siteParams,
      response: pingReport,
      summary: "Send a test callback",
    },
    ({ actor, client, params }) => sendTestCallback(actor, client, params.site_id),
  ),
});
