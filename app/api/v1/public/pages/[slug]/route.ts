import { getPage } from "@/lib/content/pages/queries";
import { pageDetail } from "@/lib/content/pages/schema";
import { languageQuery } from "@/lib/core/translations";
import { slugParams } from "@/lib/core/wire";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getPage",
      ...publicRead,
      summary: "One of the shop's own pages",
      params: slugParams,
      query: languageQuery,
      response: pageDetail,
    },
    ({ params, query }) => getPage(params.slug, query.lang),
  ),
});
