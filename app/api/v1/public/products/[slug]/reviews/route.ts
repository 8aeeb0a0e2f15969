import { slugParams } from "@/lib/core/wire";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";
import { listProductReviews } from "@/lib/orders/reviews/queries";
import { publicReviewQuery, publicReviews } from "@/lib/orders/reviews/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listProductReviews",
      ...publicRead,
      summary: "Reviews of a product by its buyers, with the shop's answers, newest first",
      params: slugParams,
      query: publicReviewQuery,
      response: publicReviews,
    },
    ({ params, query }) => listProductReviews(params.slug, query),
  ),
});
