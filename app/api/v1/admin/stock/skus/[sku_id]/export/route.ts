import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportSecrets } from "@/lib/stock/export-secrets";
import { exportSecretsQuery, skuParams } from "@/lib/stock/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      params: skuParams,
      query: exportSecretsQuery,
      response: "raw",
      produces: "text/plain",
    },
    async ({ actor, client, params, query }) =>
      streamDownload(
        `sku-${params.sku_id}-${query.status}.txt`,
        "text/plain",
        await exportSecrets(actor, client, {
          skuId: params.sku_id,
          status: query.status,
          batchId: query.batch_id,
        }),
      ),
  ),
});
