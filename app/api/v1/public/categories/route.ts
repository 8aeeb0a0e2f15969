import { listCategories } from "@/lib/catalogue/queries";
import { categoryList } from "@/lib/catalogue/schema";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route({ ...publicRead, summary: "Category list", response: categoryList }, async () => ({
    categories: await listCategories(),
  })),
});
