import { endpoint, route } from "@/lib/http/route";
import { siteParams } from "@/lib/interconnect/main/admin/schema";
import { closePeriod } from "@/lib/interconnect/main/statements/close-period";
import { closePeriodBody, statementView } from "@/lib/interconnect/main/statements/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: siteParams,
      body: closePeriodBody,
      response: statementView,
    },
    ({ actor, client, params, body }) => closePeriod(actor, client, params.site_id, body),
  ),
});
