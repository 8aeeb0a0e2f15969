import { emptyObject } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";
import { connectionParams, mapBody } from "@/lib/interconnect/agent/admin/schema";
import { mapOffer } from "@/lib/interconnect/agent/map-offer";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PUT: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: connectionParams,
      body: mapBody,
      response: emptyObject,
    },
    async ({ actor, client, params, body }) => {
      await mapOffer(actor, client, params.connection_id, body);
      return {};
    },
  ),
});
