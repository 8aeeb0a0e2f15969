import { endpoint, route } from "@/lib/http/route";
import { listCallbacks } from "@/lib/interconnect/main/admin/log-queries";
import { callbackList, callbackQuery } from "@/lib/interconnect/main/admin/log-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      query: callbackQuery,
      response: callbackList,
    },
    ({ query }) => listCallbacks(query),
  ),
});
