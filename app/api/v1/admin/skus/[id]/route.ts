import { skuPatch } from "@/lib/catalogue/admin/schema";
import { updateSku } from "@/lib/catalogue/update-sku";
import { idParams, savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Change one option: price, name, activity, cap, text",
      params: idParams,
      body: skuPatch,
      response: savedId,
    },
    ({ actor, client, params, body }) => updateSku(actor, client, params.id, body),
  ),
});
