import { endpoint, route } from "@/lib/http/route";
import { listOwnPrices } from "@/lib/pricing/levels/member-prices";
import { ownPrices, ownPricesQuery } from "@/lib/pricing/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listOwnPrices",
      auth: "user",
      summary: "What products cost the caller as a member",
      query: ownPricesQuery,
      response: ownPrices,
    },
    ({ actor, query }) => listOwnPrices(actor, query),
  ),
});
