import { endpoint, route } from "@/lib/http/route";
import { connectionParams, importBody, importReport } from "@/lib/interconnect/agent/admin/schema";
import { importOffers } from "@/lib/interconnect/agent/import-offers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: connectionParams,
      body: importBody,
      response: importReport,
    },
    ({ actor, client, params, body }) => importOffers(actor, client, params.connection_id, body),
  ),
});
