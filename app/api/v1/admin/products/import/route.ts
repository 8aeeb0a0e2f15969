import { importProducts } from "@/lib/catalogue/csv/import-products";
import { importProductsBody, maxFileBytes, productImportReport } from "@/lib/catalogue/csv/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Make the products what a CSV file says, or preview it",
      bodyCap: maxFileBytes,
      body: importProductsBody,
      response: productImportReport,
    },
    ({ actor, client, body }) => importProducts(actor, client, body),
  ),
});
