import { createPage } from "@/lib/content/pages/create-page";
import { deletePage } from "@/lib/content/pages/delete-page";
import { getAdminPage, listAdminPages } from "@/lib/content/pages/queries";
import { adminPage, adminPageList, createPageBody, pagePatch } from "@/lib/content/pages/schema";
import { updatePage } from "@/lib/content/pages/update-page";
import { idParams, savedId } from "@/lib/core/wire";
import { operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/pages", {
  getAdminPage: operation("GET /[id]", {
    permission: "content:read",
    summary: "A page with everything its form shows",
    params: idParams,
    response: adminPage,
    handle: ({ params }) => getAdminPage(params.id),
  }),
  updatePage: operation("PATCH /[id]", {
    permission: "content:write",
    summary: "Change a page",
    params: idParams,
    body: pagePatch,
    bodyCap: 512 * 1024,
    response: savedId,
    handle: ({ actor, client, params, body }) => updatePage(actor, client, params.id, body),
  }),
  deletePage: operation("DELETE /[id]", {
    permission: "content:write",
    summary: "Delete a page",
    params: idParams,
    response: savedId,
    handle: ({ actor, client, params }) => deletePage(actor, client, params.id),
  }),
  listAdminPages: operation("GET /", {
    permission: "content:read",
    summary: "The shop's own pages, drafts too",
    response: adminPageList,
    handle: async () => ({ pages: await listAdminPages() }),
  }),
  createPage: operation("POST /", {
    permission: "content:write",
    summary: "Create a page",
    body: createPageBody,
    bodyCap: 512 * 1024,
    response: savedId,
    handle: ({ actor, client, body }) => createPage(actor, client, body),
  }),
});
