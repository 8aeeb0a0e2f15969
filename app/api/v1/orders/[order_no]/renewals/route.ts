import { endpoint, route } from "@/lib/http/route";
import { listOwnRenewals } from "@/lib/orders/renewals/renewals";
import { ownRenewals } from "@/lib/orders/renewals/schema";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listOwnRenewals",
      auth: "user",
      summary: "What of an order can be renewed",
      params: orderParams,
      response: ownRenewals,
    },
    ({ actor, params }) => listOwnRenewals(actor, params.order_no),
  ),
});
