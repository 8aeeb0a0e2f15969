import { endpoint, route } from "@/lib/http/route";
import { chosenSecretsBody, skuParams, voidSecretsResult } from "@/lib/stock/schema";
import { voidSecrets } from "@/lib/stock/void-secrets";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      params: skuParams,
      body: chosenSecretsBody,
      response: voidSecretsResult,
    },
    async ({ actor, client, params, body }) => {
      const { count, ids } = await voidSecrets(actor, client, {
        skuId: params.sku_id,
        secretIds: body.secret_ids,
        batchId: body.batch_id,
      });
      return { voided: count, secret_ids: ids };
    },
  ),
});
