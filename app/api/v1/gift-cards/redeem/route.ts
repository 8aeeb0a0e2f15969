import { endpoint, route } from "@/lib/http/route";
import { redeemGiftCard } from "@/lib/wallet/gift-cards/redeem-gift-card";
import { redeemBody, redemption } from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "redeemGiftCard",
      auth: "user",
      summary: "Redeem a gift card",
      body: redeemBody,
      response: redemption,
      limit: "redeem",
    },
    ({ actor, client, body }) => redeemGiftCard(actor, client, body),
  ),
});
