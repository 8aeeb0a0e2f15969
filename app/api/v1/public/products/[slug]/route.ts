import { getProduct } from "@/lib/catalogue/queries";
import { productDetail } from "@/lib/catalogue/schema";
import { slugParams } from "@/lib/core/wire";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    { ...publicRead, summary: "Product detail", params: slugParams, response: productDetail },
    ({ params }) => getProduct(params.slug),
  ),
});
