import { endpoint, route } from "@/lib/http/route";
import { done, replaceContentBody } from "@/lib/orders/admin-schema";
import { replaceContent } from "@/lib/orders/replace-secret";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      params: orderParams,
      body: replaceContentBody,
      response: done,
    },
    async ({ actor, client, params, body }) => {
      await replaceContent({ actor, client, orderNo: params.order_no }, body);
      return { done: true as const };
    },
  ),
});
