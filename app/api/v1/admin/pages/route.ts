import { createPage } from "@/lib/content/pages/create-page";
import { listAdminPages } from "@/lib/content/pages/queries";
import { adminPageList, createPageBody } from "@/lib/content/pages/schema";
import { savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:read",
      summary: "The shop's own pages, drafts too",
      response: adminPageList,
    },
    async () => ({ pages: await listAdminPages() }),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:write",
      summary: "Create a page",
      body: createPageBody,
      bodyCap: 512 * 1024,
      response: savedId,
    },
    ({ actor, client, body }) => createPage(actor, client, body),
  ),
});
