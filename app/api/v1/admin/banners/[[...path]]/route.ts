import { listAdminBanners } from "@/lib/content/admin-queries";
import { createBanner } from "@/lib/content/banners/create-banner";
import { deleteBanner } from "@/lib/content/banners/delete-banner";
import { reorderBanners, updateBanner } from "@/lib/content/banners/update-banner";
import { adminBannerList, bannerPatch, createBannerBody } from "@/lib/content/schema";
import { changedCount, idListBody, idParams, savedId } from "@/lib/core/wire";
import { operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/banners", {
  updateBanner: operation("PATCH /[id]", {
    permission: "content:write",
    summary: "Change a banner",
    params: idParams,
    body: bannerPatch,
    response: savedId,
    handle: ({ actor, client, params, body }) => updateBanner(actor, client, params.id, body),
  }),
  deleteBanner: operation("DELETE /[id]", {
    permission: "content:write",
    summary: "Delete a banner",
    params: idParams,
    response: savedId,
    handle: ({ actor, client, params }) => deleteBanner(actor, client, params.id),
  }),
  reorderBanners: operation("POST /order", {
    permission: "content:write",
    summary: "Put banners into the order in which they are named",
    body: idListBody,
    response: changedCount,
    handle: ({ actor, client, body }) => reorderBanners(actor, client, body.ids),
  }),
  listAdminBanners: operation("GET /", {
    permission: "content:read",
    summary: "All banners, hidden and past ones too",
    response: adminBannerList,
    handle: async () => ({ banners: await listAdminBanners() }),
  }),
  createBanner: operation("POST /", {
    permission: "content:write",
    summary: "Create a banner",
    body: createBannerBody,
    response: savedId,
    handle: ({ actor, client, body }) => createBanner(actor, client, body),
  }),
});
