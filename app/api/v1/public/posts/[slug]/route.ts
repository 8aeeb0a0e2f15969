import { getPost } from "@/lib/content/queries";
import { postDetail } from "@/lib/content/schema";
import { languageQuery } from "@/lib/core/translations";
import { slugParams } from "@/lib/core/wire";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getPost",
      ...publicRead,
      summary: "Post detail",
      params: slugParams,
      query: languageQuery,
      response: postDetail,
    },
    ({ params, query }) => getPost(params.slug, query.lang),
  ),
});
