import { endpoint, route } from "@/lib/http/route";
import { listUpstreamProducts } from "@/lib/interconnect/main/queries";
import { upstreamProductList, upstreamProductQuery } from "@/lib/interconnect/main/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listUpstreamProducts",
      auth: "site",
      query: upstreamProductQuery,
      response: upstreamProductList,
      summary: "Pull products",
      description:
        "Without `updated_after` what is on sale; with it all that changed, and what has left the shelf with `active` false. Prices are those of the calling agent.",
    },
    ({ actor, query }) => listUpstreamProducts(actor, query),
  ),
});
