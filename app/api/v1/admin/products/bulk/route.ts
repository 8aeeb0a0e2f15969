import { bulkProductBody } from "@/lib/catalogue/admin/schema";
import { changeProducts } from "@/lib/catalogue/change-products";
import { changedCount } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Set the status or category of several products",
      body: bulkProductBody,
      response: changedCount,
    },
    ({ actor, client, body }) => changeProducts(actor, client, body),
  ),
});
