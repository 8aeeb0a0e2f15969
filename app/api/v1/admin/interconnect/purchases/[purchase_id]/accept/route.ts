import { emptyObject } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";
import { purchaseParams } from "@/lib/interconnect/agent/admin/schema";
import { retryPurchase } from "@/lib/interconnect/agent/purchases/operator";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: purchaseParams,
      response: emptyObject,
      summary: "Deliver goods that the main site sent before",
    },
    async ({ actor, client, params }) => {
      await retryPurchase(actor, client, params.purchase_id, { takesRepeats: true });
      return {};
    },
  ),
});
