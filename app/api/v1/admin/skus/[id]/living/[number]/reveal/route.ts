import { idParams } from "@/lib/core/wire";
import { revealText } from "@/lib/fulfillment/kinds/living/list-texts";
import { livingTextParams, revealedText } from "@/lib/fulfillment/kinds/living/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      summary: "Show what an option's living text said",
      params: idParams.extend(livingTextParams.shape),
      response: revealedText,
    },
    ({ actor, client, params }) => revealText(actor, client, params.id, params.number),
  ),
});
