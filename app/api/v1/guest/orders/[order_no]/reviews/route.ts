import { endpoint, route } from "@/lib/http/route";
import { listOwnReviews } from "@/lib/orders/reviews/queries";
import { ownReviews } from "@/lib/orders/reviews/schema";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listGuestReviews",
      summary: "Products of an order that its buyer may review, and what they wrote",
      auth: "guest",
      params: orderParams,
      response: ownReviews,
    },
    ({ actor, params }) => listOwnReviews(actor, params.order_no),
  ),
});
