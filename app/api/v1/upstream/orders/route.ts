import { noteRepeat } from "@/lib/http/answer/respond";
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
      repeats: "by_content",
      summary: "Create a distribution order",
    },
    async ({ actor, body, client, trace }) => {
      trace.downstreamOrderNo = body.downstream_order_no;
      const created = await createSiteOrder(actor, body, {
        client,
        upstream: upstreamPurchases,
        noteRepeat: () => noteRepeat(trace),
      });
      trace.upstreamOrderNo = created.upstream_order_no;
      return created;
    },
  ),
});
