import { endpoint, route } from "@/lib/http/route";
import { getSiteOrder } from "@/lib/interconnect/main/queries";
import { siteOrderDetail, siteOrderParams } from "@/lib/interconnect/main/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getSiteOrder",
      auth: "site",
      params: siteOrderParams,
      response: siteOrderDetail,
      summary: "Read a distribution order and, once ready, its payload",
    },
    ({ actor, params }) => getSiteOrder(actor, params.upstream_order_no),
  ),
});
