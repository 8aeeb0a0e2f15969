import { emptyObject } from "@/lib/core/wire";
import { csvOperation, operation, resource } from "@/lib/http/route";
import { exportPurchases } from "@/lib/interconnect/agent/admin/export-purchases";
import { listPurchases } from "@/lib/interconnect/agent/admin/queries";
import { purchaseList, purchaseParams, purchaseQuery } from "@/lib/interconnect/agent/admin/schema";
import { reorderByHand, retryPurchase } from "@/lib/interconnect/agent/purchases/operator";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/interconnect/purchases",
  {
    acceptPurchase: operation("POST /[purchase_id]/accept", {
      permission: "interconnect:write",
      params: purchaseParams,
      response: emptyObject,
      summary: "Deliver goods that the main site sent before",
      handle: async ({ actor, client, params }) => {
        await retryPurchase(actor, client, params.purchase_id, { takesRepeats: true });
        return {};
      },
    }),
    reorderPurchase: operation("POST /[purchase_id]/reorder", {
      permission: "interconnect:write",
      params: purchaseParams,
      response: emptyObject,
      summary: "Order and pay another one, although the former may be paid",
      handle: async ({ actor, client, params }) => {
        await reorderByHand(actor, client, params.purchase_id);
        return {};
      },
    }),
    retryPurchase: operation("POST /[purchase_id]/retry", {
      permission: "interconnect:write",
      params: purchaseParams,
      response: emptyObject,
      handle: async ({ actor, client, params }) => {
        await retryPurchase(actor, client, params.purchase_id);
        return {};
      },
    }),
    exportPurchases: csvOperation("GET /export", {
      permission: "interconnect:read",
      query: purchaseQuery,
      summary: "The filtered purchases as CSV, oldest first",
      file: "purchases.csv",
      read: exportPurchases,
    }),
    listPurchases: operation("GET /", {
      permission: "interconnect:read",
      query: purchaseQuery,
      response: purchaseList,
      handle: ({ query }) => listPurchases(query),
    }),
  },
);
