import { reorderBanners } from "@/lib/content/reorder-banners";
import { changedCount, idListBody } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:write",
      summary: "Put banners into the order in which they are named",
      body: idListBody,
      response: changedCount,
    },
    ({ actor, client, body }) => reorderBanners(actor, client, body.ids),
  ),
});
