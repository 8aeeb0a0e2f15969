import { endpoint, route } from "@/lib/http/route";
import { getOwnOrder } from "@/lib/orders/queries";
import { orderDetail, orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getGuestOrder",
      summary: "Read an order; once it is delivered, with its goods",
      description:
        "Asked again every few seconds after the buyer has paid: `fulfillment.status` says how far it is, and with `ready` the goods are in `fulfillment`.",
      auth: "guest",
      params: orderParams,
      response: orderDetail,
    },
    ({ actor, client, params }) => getOwnOrder(actor, params.order_no, client.ip),
  ),
});
