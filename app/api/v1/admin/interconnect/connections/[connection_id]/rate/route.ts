import { endpoint, route } from "@/lib/http/route";
import { connectionRateBody } from "@/lib/interconnect/agent/account/schema";
import { connectionParams, connectionView } from "@/lib/interconnect/agent/admin/schema";
import { setRate } from "@/lib/interconnect/agent/set-rate";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: connectionParams,
      body: connectionRateBody,
      response: connectionView,
      summary: "Set the rate of a main site's currency",
    },
    ({ actor, client, params, body }) => setRate(actor, client, params.connection_id, body.rate),
  ),
});
