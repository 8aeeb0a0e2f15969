import { endpoint, route } from "@/lib/http/route";
import { upstreamPurchases } from "@/lib/interconnect/agent/purchases/reserve";
import { createSiteOrder } from "@/lib/interconnect/main/create-site-order";
import { createSiteOrderBody, siteOrderCreated } from "@/lib/interconnect/main/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "interconnect",
      auth: "site",
      body: createSiteOrderBody,
      response: siteOrderCreated,
      summary: "Create a distribution order",
    },
    ({ actor, body, client }) => createSiteOrder(actor, body, { client, upstream: upstreamPurchases }),
  ),
});
