import { endpoint, route } from "@/lib/http/route";
import { listReceivedCallbacks } from "@/lib/interconnect/agent/admin/queries";
import { callbackLog, callbackLogQuery } from "@/lib/interconnect/agent/admin/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      query: callbackLogQuery,
      response: callbackLog,
    },
    ({ query }) => listReceivedCallbacks(query),
  ),
});
