import { endpoint, route } from "@/lib/http/route";
import { upstreamPurchases } from "@/lib/interconnect/agent/purchases/reserve";
import { createSiteOrder } from "@/lib/interconnect/main/create-site-order";
import { createSiteOrderBody, siteOrderCreated } from "@/lib/interconnect/main/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "createSiteOrder",
      auth: "site",
      body: createSiteOrderBody,
      response: siteOrderCreated,
      summary: "Create a distribution order",
    },
    async ({ actor, body, client, trace }) => {
      trace.downstreamOrderNo = body.downstream_order_no;
      const created = await createSiteOrder(actor, body, { client, upstream: upstreamPurchases });
      trace.upstreamOrderNo = created.upstream_order_no;
      return created;
    },
  ),
});
