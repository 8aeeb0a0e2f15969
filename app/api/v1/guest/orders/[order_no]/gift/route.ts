import { getGift, resendGift } from "@/lib/checkout/mails/resend-gift";
import { endpoint, route } from "@/lib/http/route";
import { resendGiftBody, sentGift } from "@/lib/orders/gifts/schema";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getGuestGift",
      summary: "Who an order was given to, and what became of the mail to them",
      auth: "guest",
      params: orderParams,
      response: sentGift,
    },
    ({ actor, params }) => getGift(actor, params.order_no),
  ),
  POST: route(
    {
      name: "resendGuestGift",
      summary: "Send the mail about a gift again, to another address while nobody has opened it",
      auth: "guest",
      params: orderParams,
      body: resendGiftBody,
      response: sentGift,
    },
    ({ actor, params, body }) => resendGift(actor, params.order_no, body),
  ),
});
