import { adminProduct, productPatch } from "@/lib/catalogue/admin/schema";
import { getAdminProduct } from "@/lib/catalogue/admin-queries";
import { deleteProduct } from "@/lib/catalogue/delete-product";
import { updateProduct } from "@/lib/catalogue/update-product";
import { idParams, savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:read",
      summary: "A product with everything its form shows",
      params: idParams,
      response: adminProduct,
    },
    ({ params }) => getAdminProduct(params.id),
  ),
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Change a product; options and tiers, when given, are the whole list",
      params: idParams,
      body: productPatch,
      response: savedId,
    },
    ({ actor, client, params, body }) => updateProduct(actor, client, params.id, body),
  ),
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Delete a product that was never sold",
      params: idParams,
      response: savedId,
    },
    ({ actor, client, params }) => deleteProduct(actor, client, params.id),
  ),
});
