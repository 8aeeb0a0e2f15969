import { endpoint, route } from "@/lib/http/route";
import { compareWithMain } from "@/lib/interconnect/agent/account/compare-with-main";
import { accountPeriod, mainComparison } from "@/lib/interconnect/agent/account/schema";
import { connectionParams } from "@/lib/interconnect/agent/admin/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: connectionParams,
      body: accountPeriod,
      response: mainComparison,
    },
    ({ params, body }) => compareWithMain(params.connection_id, body),
  ),
});
