import { proveStaff } from "@/lib/accounts/staff/prove-staff";
import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportSecrets } from "@/lib/stock/export-secrets";
import { exportSecretsBody, skuParams } from "@/lib/stock/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["stock:write", "exports:write"],
      params: skuParams,
      body: exportSecretsBody,
      response: "raw",
      produces: "text/plain",
    },
    async ({ actor, client, params, body }) => {
      await proveStaff(actor, body);
      return streamDownload(
        `sku-${params.sku_id}-${body.status}.txt`,
        "text/plain",
        await exportSecrets(actor, client, {
          skuId: params.sku_id,
          status: body.status,
          batchId: body.batch_id,
          count: body.count,
          andVoid: body.and_void,
          separator: body.separator,
        }),
      );
    },
  ),
});
