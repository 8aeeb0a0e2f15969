import { endpoint, route } from "@/lib/http/route";
import { confirmPaidBody, done } from "@/lib/orders/admin-schema";
import { confirmPaid } from "@/lib/orders/operate-order";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["orders:write", "money:write"],
      params: orderParams,
      body: confirmPaidBody,
      response: done,
    },
    async ({ actor, client, params, body }) => {
      await confirmPaid({ actor, client, orderNo: params.order_no }, body.note);
      return { done: true as const };
    },
  ),
});
