import { categoryPatch } from "@/lib/catalogue/admin/schema";
import { deleteCategory } from "@/lib/catalogue/delete-category";
import { updateCategory } from "@/lib/catalogue/update-category";
import { idParams, savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Change a category",
      params: idParams,
      body: categoryPatch,
      response: savedId,
    },
    ({ actor, client, params, body }) => updateCategory(actor, client, params.id, body),
  ),
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Delete an empty category",
      params: idParams,
      response: savedId,
    },
    ({ actor, client, params }) => deleteCategory(actor, client, params.id),
  ),
});
