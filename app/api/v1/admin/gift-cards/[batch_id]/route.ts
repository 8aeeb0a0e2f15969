import { hasPermission } from "@/lib/accounts/permissions";
import { endpoint, route } from "@/lib/http/route";
import { listGiftCards } from "@/lib/wallet/admin-queries";
import { giftCardBatchParams, giftCardList, giftCardListQuery } from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:read",
      summary: "List the cards of a batch, without codes",
      params: giftCardBatchParams,
      query: giftCardListQuery,
      response: giftCardList,
    },
    ({ actor, params, query }) =>
      listGiftCards(params.batch_id, query, { showsCustomers: hasPermission(actor, "customers:read") }),
  ),
});
