import { proveStaff } from "@/lib/accounts/staff/proof/prove-staff";
import { staffProof } from "@/lib/accounts/staff/schema";
import { hasPermission } from "@/lib/acts/permissions";
import { textDownload } from "@/lib/http/answer/download";
import { operation, resource } from "@/lib/http/route";
import { listGiftCardBatches, listGiftCards } from "@/lib/wallet/admin-queries";
import { createGiftCardBatch } from "@/lib/wallet/gift-cards/create-gift-card-batch";
import { disableGiftCards } from "@/lib/wallet/gift-cards/disable-gift-cards";
import { exportGiftCards } from "@/lib/wallet/gift-cards/export-gift-cards";
import {
  createdBatch,
  createGiftCardBatchBody,
  disabledCards,
  giftCardBatchList,
  giftCardBatchListQuery,
  giftCardBatchParams,
  giftCardList,
  giftCardListQuery,
  giftCardParams,
} from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/gift-cards",
  {
    disableGiftCard: operation("POST /[batch_id]/cards/[card_id]/disable", {
      permission: "marketing:write",
      summary: "Disable one active card",
      params: giftCardParams,
      response: disabledCards,
      handle: ({ actor, client, params }) =>
        disableGiftCards(actor, client, { batchId: params.batch_id, cardId: params.card_id }),
    }),
    disableGiftCards: operation("POST /[batch_id]/disable", {
      permission: "marketing:write",
      summary: "Disable every active card of a batch",
      params: giftCardBatchParams,
      response: disabledCards,
      handle: ({ actor, client, params }) => disableGiftCards(actor, client, { batchId: params.batch_id }),
    }),
    exportGiftCards: operation("POST /[batch_id]/export", {
      permission: ["marketing:write", "exports:write"],
      summary: "Download the active codes of a batch as CSV",
      params: giftCardBatchParams,
      body: staffProof,
      response: "raw",
      produces: "text/csv",
      handle: async ({ actor, client, params, body }) => {
        await proveStaff(actor, body);
        return textDownload(
          `gift-cards-${params.batch_id}.csv`,
          await exportGiftCards(actor, client, params.batch_id),
          "text/csv",
        );
      },
    }),
    listGiftCards: operation("GET /[batch_id]", {
      permission: "marketing:read",
      summary: "List the cards of a batch, without codes",
      params: giftCardBatchParams,
      query: giftCardListQuery,
      response: giftCardList,
      handle: ({ actor, params, query }) =>
        listGiftCards(params.batch_id, query, { showsCustomers: hasPermission(actor, "customers:read") }),
    }),
    listGiftCardBatches: operation("GET /", {
      permission: "marketing:read",
      summary: "List gift card batches",
      query: giftCardBatchListQuery,
      response: giftCardBatchList,
      handle: ({ query }) => listGiftCardBatches(query),
    }),
    createGiftCardBatch: operation("POST /", {
      permission: ["marketing:write", "money:write"],
      proved: "money.gift_cards",
      summary: "Create a batch of gift cards",
      body: createGiftCardBatchBody,
      response: createdBatch,
      handle: ({ actor, client, body }) => createGiftCardBatch(actor, client, body),
    }),
  },
);
