import { emptyObject } from "@/lib/core/wire";
import { csvOperation, operation, resource } from "@/lib/http/route";
import { exportPurchases } from "@/lib/interconnect/agent/admin/export-purchases";
import { getPurchase, listPurchases } from "@/lib/interconnect/agent/admin/queries";
import { purchaseParams } from "@/lib/interconnect/agent/admin/schema";
import { acceptPurchase, closePurchase } from "@/lib/interconnect/agent/purchases/decide";
import { reorderByHand, retryPurchase } from "@/lib/interconnect/agent/purchases/operator";
import { purchaseList, purchaseQuery, purchaseRow } from "@/lib/interconnect/agent/purchases/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/interconnect/purchases",
  {
    acceptPurchase: operation("POST /[purchase_id]/accept", {
      permission: "interconnect:write",
      params: purchaseParams,
      response: emptyObject,
      summary: "Take it as the main site says: repeated goods, other goods, other terms",
      handle: async ({ actor, client, params }) => {
        await acceptPurchase(actor, client, params.purchase_id);
        return {};
      },
    }),
    closePurchase: operation("POST /[purchase_id]/close", {
      permission: "interconnect:write",
      params: purchaseParams,
      response: emptyObject,
      summary: "Refuse what the main site says: goods that were taken stay, and an order without goods fails",
      handle: async ({ actor, client, params }) => {
        await closePurchase(actor, client, params.purchase_id);
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
    readPurchase: operation("GET /[purchase_id]", {
      permission: "interconnect:read",
      params: purchaseParams,
      response: purchaseRow,
      handle: ({ params }) => getPurchase(params.purchase_id),
    }),
    listPurchases: operation("GET /", {
      permission: "interconnect:read",
      query: purchaseQuery,
      response: purchaseList,
      handle: ({ query }) => listPurchases(query),
    }),
  },
);
