import { endpoint, route } from "@/lib/http/route";
import { callbackParams, revealedCallback } from "@/lib/interconnect/main/admin/log-schema";
import { revealCallback } from "@/lib/interconnect/main/reveal-callback";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: callbackParams,
      response: revealedCallback,
    },
    ({ actor, client, params }) => revealCallback(actor, client, params.callback_id),
  ),
});
