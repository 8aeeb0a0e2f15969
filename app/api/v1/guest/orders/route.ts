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
      description:
        "Either `items` or one line. With `payment_channel_id` the answer has a payment whose `pay_url` the buyer opens; without it the order waits for `payGuestOrder`. The `guest_token` is told here and nowhere else.",
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
