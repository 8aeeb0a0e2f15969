import { endpoint, route } from "@/lib/http/route";
import { findSecret } from "@/lib/stock/admin-queries";
import { findSecretBody, foundSecret, skuParams } from "@/lib/stock/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:read",
      params: skuParams,
      body: findSecretBody,
      response: foundSecret,
    },
    ({ params, body }) => findSecret(params.sku_id, body.content),
  ),
});
