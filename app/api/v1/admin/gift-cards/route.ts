import { endpoint, route } from "@/lib/http/route";
import { listGiftCardBatches } from "@/lib/wallet/admin-queries";
import { createGiftCardBatch } from "@/lib/wallet/create-gift-card-batch";
import {
  createdBatch,
  createGiftCardBatchBody,
  giftCardBatchList,
  giftCardBatchListQuery,
} from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:read",
      summary: "List gift card batches",
      query: giftCardBatchListQuery,
      response: giftCardBatchList,
    },
    ({ query }) => listGiftCardBatches(query),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["marketing:write", "money:write"],
      proved: "money.gift_cards",
      summary: "Create a batch of gift cards",
      body: createGiftCardBatchBody,
      response: createdBatch,
    },
    ({ actor, client, body }) => createGiftCardBatch(actor, client, body),
  ),
});
