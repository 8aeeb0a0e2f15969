import { endpoint, route } from "@/lib/http/route";
import { disableGiftCards } from "@/lib/wallet/disable-gift-cards";
import { disabledCards, giftCardBatchParams } from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:write",
      summary: "Disable every active card of a batch",
      params: giftCardBatchParams,
      response: disabledCards,
    },
    ({ actor, client, params }) => disableGiftCards(actor, client, { batchId: params.batch_id }),
  ),
});
