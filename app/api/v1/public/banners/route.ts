import { listBanners } from "@/lib/content/queries";
import { bannerList, bannerQuery } from "@/lib/content/schema";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listBanners",
      ...publicRead,
      summary: "Banners that are shown now",
      query: bannerQuery,
      response: bannerList,
    },
    async ({ query }) => ({ banners: await listBanners(query) }),
  ),
});
