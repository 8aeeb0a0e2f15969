import { endpoint, route } from "@/lib/http/route";
import { done } from "@/lib/orders/admin-schema";
import { disputeBody } from "@/lib/orders/dispute-schema";
import { recordDispute } from "@/lib/orders/record-dispute";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      params: orderParams,
      body: disputeBody,
      response: done,
    },
    async ({ actor, client, params, body }) => {
      await recordDispute({ actor, client, orderNo: params.order_no }, body);
      return { done: true as const };
    },
  ),
});
