import { endpoint, route } from "@/lib/http/route";
import { resendBody, resent } from "@/lib/interconnect/main/admin/log-schema";
import { resendCallbacks } from "@/lib/interconnect/main/resend-callback";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      body: resendBody,
      response: resent,
    },
    ({ actor, client, body }) => resendCallbacks(actor, client, body),
  ),
});
