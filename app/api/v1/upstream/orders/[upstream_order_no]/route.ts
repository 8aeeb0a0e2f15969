import { endpoint, route } from "@/lib/http/route";
import { getSiteOrder } from "@/lib/interconnect/main/queries";
import { siteOrderDetail, siteOrderParams } from "@/lib/interconnect/main/schema";
import { getTestOrder } from "@/lib/interconnect/main/test-key/test-order";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getSiteOrder",
      auth: "site",
      params: siteOrderParams,
      response: siteOrderDetail,
      summary: "Read a distribution order and, once ready, its payload",
      description:
        "In place of callbacks it is asked after 10 s, 30 s, 1 min, 5 min, and then every 15 minutes.",
    },
    ({ actor, params: { upstream_order_no } }) =>
      actor.kind === "site_test"
        ? getTestOrder(actor.siteId, upstream_order_no)
        : getSiteOrder(actor, upstream_order_no),
  ),
});
