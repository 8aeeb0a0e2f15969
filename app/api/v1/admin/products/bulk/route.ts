import { bulkProductBody, bulkProductResult } from "@/lib/catalogue/bulk/schema";
import { changeProducts } from "@/lib/catalogue/change-products";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Change the status, category, tags, warning level, prices or place of several products",
      body: bulkProductBody,
      response: bulkProductResult,
    },
    ({ actor, client, body }) => changeProducts(actor, client, body),
  ),
});
