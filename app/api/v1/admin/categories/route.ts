import { adminCategoryList, createCategoryBody } from "@/lib/catalogue/admin/schema";
import { listAdminCategories } from "@/lib/catalogue/admin-queries";
import { createCategory } from "@/lib/catalogue/create-category";
import { savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:read",
      summary: "All categories, hidden ones too",
      response: adminCategoryList,
    },
    async () => ({ categories: await listAdminCategories() }),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Create a category",
      body: createCategoryBody,
      response: savedId,
    },
    ({ actor, client, body }) => createCategory(actor, client, body),
  ),
});
