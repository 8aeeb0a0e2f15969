import { listPageLinks } from "@/lib/content/pages/queries";
import { pageLinks } from "@/lib/content/pages/schema";
import { languageQuery } from "@/lib/core/translations";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listPageLinks",
      ...publicRead,
      summary: "The shop's own pages that header and footer lead to",
      query: languageQuery,
      response: pageLinks,
    },
    async ({ query }) => ({ pages: await listPageLinks(query.lang) }),
  ),
});
