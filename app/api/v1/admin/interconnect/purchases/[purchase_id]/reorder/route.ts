import { emptyObject } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";
import { purchaseParams } from "@/lib/interconnect/agent/admin/schema";
import { reorderByHand } from "@/lib/interconnect/agent/purchases/operator";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: purchaseParams,
      response: emptyObject,
      summary: "Order and pay another one, although the former may be paid",
    },
    async ({ actor, client, params }) => {
      await reorderByHand(actor, client, params.purchase_id);
      return {};
    },
  ),
});
