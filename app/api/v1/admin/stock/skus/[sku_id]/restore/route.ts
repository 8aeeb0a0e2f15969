import { endpoint, route } from "@/lib/http/route";
import { chosenSecretsBody, restoreSecretsResult, skuParams } from "@/lib/stock/schema";
import { restoreSecrets } from "@/lib/stock/void-secrets";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      params: skuParams,
      body: chosenSecretsBody,
      response: restoreSecretsResult,
    },
    async ({ actor, client, params, body }) => {
      const { count, ids } = await restoreSecrets(actor, client, {
        skuId: params.sku_id,
        secretIds: body.secret_ids,
        batchId: body.batch_id,
      });
      return { restored: count, secret_ids: ids };
    },
  ),
});
