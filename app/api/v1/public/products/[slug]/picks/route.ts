import { slugParams } from "@/lib/core/wire";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";
import { listPicks } from "@/lib/stock/list-picks";
import { pickList, pickQuery } from "@/lib/stock/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listPicks",
      ...publicRead,
      // A label that one buyer takes must soon not be offered to the next.
      cache: { maxAge: 2, staleWhileRevalidate: 8 },
      summary: "What a buyer may choose of an option",
      params: slugParams,
      query: pickQuery,
      response: pickList,
    },
    ({ params, query }) => listPicks(params.slug, query),
  ),
});
