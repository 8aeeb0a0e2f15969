import { endpoint, route } from "@/lib/http/route";
import { connectionList, connectionView, createConnectionBody } from "@/lib/interconnect/agent/admin/schema";
import { listConnections } from "@/lib/interconnect/agent/admin-queries";
import { createConnection } from "@/lib/interconnect/agent/create-connection";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    { surface: "storefront", auth: "admin", permission: "interconnect:read", response: connectionList },
    () => listConnections(),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      body: createConnectionBody,
      response: connectionView,
    },
    ({ actor, client, body }) => createConnection(actor, client, body),
  ),
});
