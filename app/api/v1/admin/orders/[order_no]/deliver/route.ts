import { endpoint, route } from "@/lib/http/route";
import { done } from "@/lib/orders/admin-schema";
import { deliverAgain } from "@/lib/orders/operate-order";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    { surface: "storefront", auth: "admin", permission: "orders:write", params: orderParams, response: done },
    async ({ actor, client, params }) => {
      await deliverAgain({ actor, client, orderNo: params.order_no });
      return { done: true as const };
    },
  ),
});
