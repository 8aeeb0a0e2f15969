import { endpoint, route } from "@/lib/http/route";
import { getCallback } from "@/lib/interconnect/main/admin/log-queries";
import { callbackDetail, callbackParams } from "@/lib/interconnect/main/admin/log-schema";
import { resendCallback } from "@/lib/interconnect/main/resend-callback";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: callbackParams,
      response: callbackDetail,
    },
    async ({ actor, client, params }) => {
      await resendCallback(actor, client, params.callback_id);
      return getCallback(params.callback_id);
    },
  ),
});
