import { endpoint, route } from "@/lib/http/route";
import { moveSecrets, previewMove } from "@/lib/stock/move-secrets";
import { moveSecretsBody, moveSecretsResult, skuParams } from "@/lib/stock/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      params: skuParams,
      body: moveSecretsBody,
      response: moveSecretsResult,
    },
    ({ actor, client, params, body }) => {
      const choice = {
        skuId: params.sku_id,
        secretIds: body.secret_ids,
        batchId: body.batch_id,
        toSkuId: body.to_sku_id,
      };
      return body.preview ? previewMove(choice) : moveSecrets(actor, client, choice);
    },
  ),
});
