import { endpoint, route } from "@/lib/http/route";
import { importSecrets } from "@/lib/stock/import-secrets";
import { importReport, importSecretsBody, skuParams } from "@/lib/stock/schema";

/** Enough for 100,000 ordinary keys at once; the admin page sends smaller chunks to show its progress. */
const bodyCap = 16 * 1024 * 1024;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      params: skuParams,
      body: importSecretsBody,
      bodyCap,
      response: importReport,
    },
    ({ actor, client, params, body }) =>
      importSecrets(actor, client, {
        skuId: params.sku_id,
        text: body.secrets,
        note: body.note,
        addTo: body.batch_id ?? null,
        leaveOutElsewhere: body.leave_out_elsewhere,
      }),
  ),
});
