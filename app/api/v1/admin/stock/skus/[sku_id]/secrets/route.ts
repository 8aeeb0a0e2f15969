import { endpoint, route } from "@/lib/http/route";
import { listSecrets } from "@/lib/stock/admin-queries";
import { secretList, secretListQuery, skuParams } from "@/lib/stock/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:read",
      params: skuParams,
      query: secretListQuery,
      response: secretList,
    },
    ({ params, query }) => listSecrets(params.sku_id, query),
  ),
});
