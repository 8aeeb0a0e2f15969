import { endpoint, route } from "@/lib/http/route";
import { getCallback } from "@/lib/interconnect/main/admin/log-queries";
import { callbackDetail, callbackParams } from "@/lib/interconnect/main/admin/log-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: callbackParams,
      response: callbackDetail,
    },
    ({ params }) => getCallback(params.callback_id),
  ),
});
