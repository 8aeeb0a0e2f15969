import { endpoint, route } from "@/lib/http/route";
import { reviewBody, reviewDeleted, reviewedProduct, reviewParams } from "@/lib/orders/reviews/schema";
import { deleteReview, writeReview } from "@/lib/orders/reviews/write-review";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PUT: route(
    {
      name: "writeGuestReview",
      summary: "Review a product of a delivered order, or change what one wrote",
      auth: "guest",
      params: reviewParams,
      body: reviewBody,
      response: reviewedProduct,
    },
    ({ actor, params, body }) =>
      writeReview(actor, { orderNo: params.order_no, productId: params.product_id }, body),
  ),
  DELETE: route(
    {
      name: "deleteGuestReview",
      summary: "Take one's review of a product away",
      auth: "guest",
      params: reviewParams,
      response: reviewDeleted,
    },
    ({ actor, params }) => deleteReview(actor, { orderNo: params.order_no, productId: params.product_id }),
  ),
});
