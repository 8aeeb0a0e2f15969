import { endpoint, route } from "@/lib/http/route";
import { openGift } from "@/lib/orders/gifts/open-gift";
import { openedGift, openGiftBody } from "@/lib/orders/gifts/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "openGift",
      summary: "Read what was given, by the token in the link of the mail",
      auth: "none",
      limit: "public",
      body: openGiftBody,
      response: openedGift,
    },
    ({ body }) => openGift(body.token),
  ),
});
