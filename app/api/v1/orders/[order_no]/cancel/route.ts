import { endpoint, route } from "@/lib/http/route";
import { cancelOrder } from "@/lib/orders/buyer/cancel-order";
import { orderDetail, orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "cancelOwnOrder",
      summary: "Give an unpaid order up",
      auth: "user",
      params: orderParams,
      response: orderDetail,
    },
    ({ actor, params }) => cancelOrder(actor, params.order_no),
  ),
});
