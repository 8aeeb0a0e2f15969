import { adminProductList, adminProductQuery, createProductBody } from "@/lib/catalogue/admin/schema";
import { listAdminProducts } from "@/lib/catalogue/admin-queries";
import { createProduct } from "@/lib/catalogue/create-product";
import { savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:read",
      summary: "Products as staff see them",
      query: adminProductQuery,
      response: adminProductList,
    },
    ({ query }) => listAdminProducts(query),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Create a product with its options",
      body: createProductBody,
      response: savedId,
    },
    ({ actor, client, body }) => createProduct(actor, client, body),
  ),
});
