import { listAdminCategories } from "@/lib/catalogue/admin/admin-queries";
import { adminCategoryList, categoryPatch, createCategoryBody } from "@/lib/catalogue/admin/schema";
import { createCategory } from "@/lib/catalogue/categories/create-category";
import { deleteCategory } from "@/lib/catalogue/categories/delete-category";
import { reorderCategories, updateCategory } from "@/lib/catalogue/categories/update-category";
import { changedCount, idListBody, idParams, savedId } from "@/lib/core/wire";
import { operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/categories",
  {
    updateCategory: operation("PATCH /[id]", {
      permission: "catalogue:write",
      summary: "Change a category",
      params: idParams,
      body: categoryPatch,
      response: savedId,
      handle: ({ actor, client, params, body }) => updateCategory(actor, client, params.id, body),
    }),
    deleteCategory: operation("DELETE /[id]", {
      permission: "catalogue:write",
      summary: "Delete an empty category",
      params: idParams,
      response: savedId,
      handle: ({ actor, client, params }) => deleteCategory(actor, client, params.id),
    }),
    reorderCategories: operation("POST /order", {
      permission: "catalogue:write",
      summary: "Put categories into the order in which they are named",
      body: idListBody,
      response: changedCount,
      handle: ({ actor, client, body }) => reorderCategories(actor, client, body.ids),
    }),
    listAdminCategories: operation("GET /", {
      permission: "catalogue:read",
      summary: "All categories, hidden ones too",
      response: adminCategoryList,
      handle: async () => ({ categories: await listAdminCategories() }),
    }),
    createCategory: operation("POST /", {
      permission: "catalogue:write",
      summary: "Create a category",
      body: createCategoryBody,
      response: savedId,
      handle: ({ actor, client, body }) => createCategory(actor, client, body),
    }),
  },
);
