import { exportProducts } from "@/lib/catalogue/csv/export-products";
import { exportProductsQuery } from "@/lib/catalogue/csv/schema";
import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:read",
      summary: "The products of a list as CSV, a line an option",
      query: exportProductsQuery,
      response: "raw",
      produces: "text/csv",
    },
    async ({ actor, client, query }) =>
      streamDownload("products.csv", "text/csv", await exportProducts(actor, client, query)),
  ),
});
