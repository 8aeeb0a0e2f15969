import { changedCount, idListBody } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";
import { reorderChannels } from "@/lib/payments/reorder-channels";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:write",
      summary: "Put payment channels into the order in which they are named",
      body: idListBody,
      response: changedCount,
    },
    ({ actor, client, body }) => reorderChannels(actor, client, body.ids),
  ),
});
