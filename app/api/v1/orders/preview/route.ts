import { getEmailOfUser } from "@/lib/accounts/queries";
import { previewOrder } from "@/lib/checkout/preview-order";
import { endpoint, route } from "@/lib/http/route";
import { orderPreview } from "@/lib/orders/place/preview-schema";
import { previewOrderBody } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "previewOwnOrder",
      summary: "What an order would cost, without placing it",
      auth: "user",
      body: previewOrderBody,
      response: orderPreview,
    },
    async ({ actor, client, body }) => {
      const email = await getEmailOfUser(actor.userId);
      return previewOrder({ kind: "user", userId: actor.userId, email }, client, body);
    },
  ),
});
