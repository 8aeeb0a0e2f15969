import { noteRepeat } from "@/lib/http/answer/respond";
import { endpoint, route } from "@/lib/http/route";
import { upstreamPurchases } from "@/lib/interconnect/agent/purchases/reserve";
import { createSiteOrder } from "@/lib/interconnect/main/create-site-order";
import { createSiteOrderBody, siteOrderCreated } from "@/lib/interconnect/main/schema";
import { createTestOrder } from "@/lib/interconnect/main/test-key/create-test-order";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "createSiteOrder",
      auth: "site",
      body: createSiteOrderBody,
      response: siteOrderCreated,
      repeats: "by_content",
      summary: "Create a distribution order",
      description:
        "Reserves the goods until `expire_at`. The same number with the same content is the same order, with other content 4090: after a lost answer it is sent again, signed anew.",
    },
    async ({ actor, body, client, trace }) => {
      trace.downstreamOrderNo = body.downstream_order_no;
      const repeats = () => noteRepeat(trace);
      const created =
        actor.kind === "site_test"
          ? await createTestOrder(actor, body, repeats)
          : await createSiteOrder(actor, body, { client, upstream: upstreamPurchases, noteRepeat: repeats });
      trace.upstreamOrderNo = created.upstream_order_no;
      return created;
    },
  ),
});
