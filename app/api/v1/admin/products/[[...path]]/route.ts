import { getAdminProduct, listAdminProducts } from "@/lib/catalogue/admin/admin-queries";
import { productFor } from "@/lib/catalogue/admin/costs-of-reader";
import { createProduct } from "@/lib/catalogue/admin/create-product";
import { deleteProduct } from "@/lib/catalogue/admin/delete-product";
import {
  adminProduct,
  adminProductList,
  adminProductQuery,
  createProductBody,
  productPatch,
} from "@/lib/catalogue/admin/schema";
import { reorderProducts, updateProduct } from "@/lib/catalogue/admin/update-product";
import { changeProducts } from "@/lib/catalogue/bulk/change-products";
import { bulkProductBody, bulkProductResult } from "@/lib/catalogue/bulk/schema";
import { exportProducts } from "@/lib/catalogue/csv/export-products";
import { importProducts } from "@/lib/catalogue/csv/import-products";
import {
  exportProductsQuery,
  importProductsBody,
  maxFileBytes,
  productImportReport,
} from "@/lib/catalogue/csv/schema";
import { changedCount, idListBody, idParams, savedId } from "@/lib/core/wire";
import { csvOperation, operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/products", {
  getAdminProduct: operation("GET /[id]", {
    permission: "catalogue:read",
    summary: "A product with everything its form shows",
    params: idParams,
    response: adminProduct,
    handle: async ({ actor, params }) => productFor(actor, await getAdminProduct(params.id)),
  }),
  updateProduct: operation("PATCH /[id]", {
    permission: "catalogue:write",
    summary: "Change a product; options and tiers, when given, are the whole list",
    params: idParams,
    body: productPatch,
    response: savedId,
    handle: ({ actor, client, params, body }) => updateProduct(actor, client, params.id, body),
  }),
  deleteProduct: operation("DELETE /[id]", {
    permission: "catalogue:write",
    summary: "Delete a product that was never sold",
    params: idParams,
    response: savedId,
    handle: ({ actor, client, params }) => deleteProduct(actor, client, params.id),
  }),
  changeProducts: operation("POST /bulk", {
    permission: "catalogue:write",
    summary: "Change the status, category, tags, warning level, prices or place of several products",
    body: bulkProductBody,
    response: bulkProductResult,
    handle: ({ actor, client, body }) => changeProducts(actor, client, body),
  }),
  exportProducts: csvOperation("GET /export", {
    permission: "catalogue:read",
    summary: "The products of a list as CSV, a line an option",
    query: exportProductsQuery,
    file: "products.csv",
    read: exportProducts,
  }),
  importProducts: operation("POST /import", {
    permission: "catalogue:write",
    summary: "Make the products what a CSV file says, or preview it",
    bodyCap: maxFileBytes,
    body: importProductsBody,
    response: productImportReport,
    handle: ({ actor, client, body }) => importProducts(actor, client, body),
  }),
  reorderProducts: operation("POST /order", {
    permission: "catalogue:write",
    summary: "Put products into the order in which they are named",
    body: idListBody,
    response: changedCount,
    handle: ({ actor, client, body }) => reorderProducts(actor, client, body.ids),
  }),
  listAdminProducts: operation("GET /", {
    permission: "catalogue:read",
    summary: "Products as staff see them",
    query: adminProductQuery,
    response: adminProductList,
    handle: ({ query }) => listAdminProducts(query),
  }),
  createProduct: operation("POST /", {
    permission: "catalogue:write",
    summary: "Create a product with its options",
    body: createProductBody,
    response: savedId,
    handle: ({ actor, client, body }) => createProduct(actor, client, body),
  }),
});
