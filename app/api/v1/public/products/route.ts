import { listProducts } from "@/lib/catalogue/queries";
import { productList, productQuery } from "@/lib/catalogue/schema";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listProducts",
      ...publicRead,
      summary: "Product list, with pages, category filter, search and sort",
      query: productQuery,
      response: productList,
    },
    ({ query }) => listProducts(query),
  ),
});
