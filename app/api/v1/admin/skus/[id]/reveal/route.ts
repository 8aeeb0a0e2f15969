import { revealedContent } from "@/lib/catalogue/admin/schema";
import { revealSkuContent } from "@/lib/catalogue/reveal-sku-content";
import { idParams } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      summary: "Show the text that buyers of this option get",
      params: idParams,
      response: revealedContent,
    },
    ({ actor, client, params }) => revealSkuContent(actor, client, params.id),
  ),
});
