import { endpoint, route } from "@/lib/http/route";
import { connectionParams, connectionTest } from "@/lib/interconnect/agent/admin/schema";
import { testConnection } from "@/lib/interconnect/agent/test-connection";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: connectionParams,
      response: connectionTest,
    },
    ({ params }) => testConnection(params.connection_id),
  ),
});
