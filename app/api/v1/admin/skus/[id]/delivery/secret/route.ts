import { idParams } from "@/lib/core/wire";
import { newDeliverySecret } from "@/lib/fulfillment/kinds/dynamic/schema";
import { makeServerSecret } from "@/lib/fulfillment/kinds/dynamic/try-server";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "A new secret for an option and its delivery server, shown once",
      params: idParams,
      response: newDeliverySecret,
    },
    ({ actor, client, params }) => makeServerSecret(actor, client, params.id),
  ),
});
