import { idParams } from "@/lib/core/wire";
import { saveDelivery } from "@/lib/fulfillment/save-delivery";
import { delivery, deliveryBody } from "@/lib/fulfillment/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PUT: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Say what an option delivers besides its keys or text",
      params: idParams,
      body: deliveryBody,
      response: delivery,
    },
    ({ actor, client, params, body }) => saveDelivery(actor, client, params.id, body),
  ),
});
