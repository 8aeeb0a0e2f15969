import { endpoint, route } from "@/lib/http/route";
import { done, replaceSecretBody } from "@/lib/orders/admin-schema";
import { replaceSecret } from "@/lib/orders/replace-secret";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      params: orderParams,
      body: replaceSecretBody,
      response: done,
    },
    async ({ actor, client, params, body }) => {
      const { secret_id: secretId, content, reason } = body;
      await replaceSecret({ actor, client, orderNo: params.order_no }, { secretId, content, reason });
      return { done: true as const };
    },
  ),
});
