import { endpoint, route } from "@/lib/http/route";
import { listRequests } from "@/lib/interconnect/main/admin/log-queries";
import { requestLog, requestLogQuery } from "@/lib/interconnect/main/admin/log-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      query: requestLogQuery,
      response: requestLog,
    },
    ({ query }) => listRequests(query),
  ),
});
