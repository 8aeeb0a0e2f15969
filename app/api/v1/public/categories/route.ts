import { listCategories } from "@/lib/catalogue/queries";
import { categoryList } from "@/lib/catalogue/schema";
import { languageQuery } from "@/lib/core/translations";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listCategories",
      ...publicRead,
      summary: "Category list",
      query: languageQuery,
      response: categoryList,
    },
    async ({ query }) => ({ categories: await listCategories(query.lang) }),
  ),
});
