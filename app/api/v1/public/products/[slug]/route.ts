import { getProduct } from "@/lib/catalogue/queries";
import { productDetail } from "@/lib/catalogue/schema";
import { languageQuery } from "@/lib/core/translations";
import { slugParams } from "@/lib/core/wire";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getProduct",
      ...publicRead,
      summary: "Product detail",
      params: slugParams,
      query: languageQuery,
      response: productDetail,
    },
    ({ params, query }) => getProduct(params.slug, query.lang),
  ),
});
