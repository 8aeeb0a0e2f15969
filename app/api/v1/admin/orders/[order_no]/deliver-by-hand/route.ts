import { endpoint, route } from "@/lib/http/route";
import { deliverByHandBody, done } from "@/lib/orders/admin-schema";
import { deliverByHand } from "@/lib/orders/operate-order";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      params: orderParams,
      body: deliverByHandBody,
      response: done,
    },
    async ({ actor, client, params, body }) => {
      await deliverByHand({ actor, client, orderNo: params.order_no }, body.item, body.content);
      return { done: true as const };
    },
  ),
});
