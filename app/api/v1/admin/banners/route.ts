import { listAdminBanners } from "@/lib/content/admin-queries";
import { createBanner } from "@/lib/content/create-banner";
import { adminBannerList, createBannerBody } from "@/lib/content/schema";
import { savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:read",
      summary: "All banners, hidden and past ones too",
      response: adminBannerList,
    },
    async () => ({ banners: await listAdminBanners() }),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:write",
      summary: "Create a banner",
      body: createBannerBody,
      response: savedId,
    },
    ({ actor, client, body }) => createBanner(actor, client, body),
  ),
});
