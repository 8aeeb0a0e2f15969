import { endpoint, route } from "@/lib/http/route";
import { listBatches } from "@/lib/stock/admin-queries";
import { batchList, skuParams } from "@/lib/stock/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:read",
      params: skuParams,
      response: batchList,
    },
    ({ params }) => listBatches(params.sku_id),
  ),
});
