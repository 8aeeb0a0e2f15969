import { reorderProducts } from "@/lib/catalogue/reorder-products";
import { changedCount, idListBody } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Put products into the order in which they are named",
      body: idListBody,
      response: changedCount,
    },
    ({ actor, client, body }) => reorderProducts(actor, client, body.ids),
  ),
});
