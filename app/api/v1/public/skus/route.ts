import { listOfferedSkus } from "@/lib/catalogue/offered-skus";
import { offeredSkuList, offeredSkusQuery } from "@/lib/catalogue/schema";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listOfferedSkus",
      ...publicRead,
      summary: "Options of any products by their ids; one that is not for sale is left out",
      query: offeredSkusQuery,
      response: offeredSkuList,
    },
    ({ query }) => listOfferedSkus(query),
  ),
});
