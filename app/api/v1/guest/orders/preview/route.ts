import { previewOrder } from "@/lib/checkout/preview-order";
import { endpoint, route } from "@/lib/http/route";
import { orderBodyCap } from "@/lib/http/surfaces";
import { orderPreview } from "@/lib/orders/place/preview-schema";
import { previewGuestOrderBody } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "previewGuestOrder",
      summary: "What an order would cost, without placing it",
      description:
        "Takes the body of the order. `payable_amount` is what the gateway will ask for, the fee of the channel included; `reductions` says what was taken off.",
      auth: "none",
      bodyCap: orderBodyCap,
      body: previewGuestOrderBody,
      response: orderPreview,
      limit: "public",
    },
    ({ client, body: { email, ...body } }) =>
      previewOrder({ kind: "guest", email: email ?? null }, client, body),
  ),
});
