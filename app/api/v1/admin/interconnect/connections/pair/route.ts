import { endpoint, route } from "@/lib/http/route";
import { connectionPaired, pairConnectionBody } from "@/lib/interconnect/agent/admin/schema";
import { pairConnection } from "@/lib/interconnect/agent/pair-connection";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      body: pairConnectionBody,
      response: connectionPaired,
      summary: "Connect to a main site with its pairing code",
    },
    ({ actor, client, body }) => pairConnection(actor, client, body),
  ),
});
