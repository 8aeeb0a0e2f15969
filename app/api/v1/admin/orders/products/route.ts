import { productNameList, productNameQuery } from "@/lib/catalogue/admin/schema";
import { findProductNames } from "@/lib/catalogue/admin-queries";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:read",
      summary: "Products by a part of their title, to filter orders by: twenty, the newest first",
      query: productNameQuery,
      response: productNameList,
    },
    async ({ query }) => ({ products: await findProductNames(query.search) }),
  ),
});
