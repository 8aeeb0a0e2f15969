import { endpoint, route } from "@/lib/http/route";
import {
  connectionParams,
  connectionView,
  updateConnectionBody,
} from "@/lib/interconnect/agent/admin/schema";
import { getConnection } from "@/lib/interconnect/agent/admin-queries";
import { updateConnection } from "@/lib/interconnect/agent/update-connection";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: connectionParams,
      response: connectionView,
    },
    ({ params }) => getConnection(params.connection_id),
  ),
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: connectionParams,
      body: updateConnectionBody,
      response: connectionView,
    },
    ({ actor, client, params, body }) => updateConnection(actor, client, params.connection_id, body),
  ),
});
