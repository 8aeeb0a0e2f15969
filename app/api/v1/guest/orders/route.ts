import { requireCaptcha } from "@/lib/accounts/captcha/require-captcha";
import { placeGuestOrder } from "@/lib/checkout/place-order";
import { noteRepeat } from "@/lib/http/answer/respond";
import { endpoint, route } from "@/lib/http/route";
import { orderBodyCap } from "@/lib/http/surfaces";
import { upstreamPurchases } from "@/lib/interconnect/agent/purchases/reserve";
import { createGuestOrderBody, placedGuestOrder } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "placeGuestOrder",
      auth: "none",
      bodyCap: orderBodyCap,
      body: createGuestOrderBody,
      response: placedGuestOrder,
      limit: "guest_order",
      repeats: "by_key",
      summary: "Order as a guest; the answer holds the guest_token that reads the order",
    },
    async ({ body: { captcha, email, ...body }, client, request, trace }) => {
      await requireCaptcha("guest_order", captcha, client);
      const idempotencyKey = request.headers.get("idempotency-key");
      return placeGuestOrder(email, body, {
        client,
        idempotencyKey,
        upstream: upstreamPurchases,
        noteRepeat: () => noteRepeat(trace),
      });
    },
  ),
});
