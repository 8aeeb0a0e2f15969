import { deletePage } from "@/lib/content/pages/delete-page";
import { getAdminPage } from "@/lib/content/pages/queries";
import { adminPage, pagePatch } from "@/lib/content/pages/schema";
import { updatePage } from "@/lib/content/pages/update-page";
import { idParams, savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:read",
      summary: "A page with everything its form shows",
      params: idParams,
      response: adminPage,
    },
    ({ params }) => getAdminPage(params.id),
  ),
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:write",
      summary: "Change a page",
      params: idParams,
      body: pagePatch,
      bodyCap: 512 * 1024,
      response: savedId,
    },
    ({ actor, client, params, body }) => updatePage(actor, client, params.id, body),
  ),
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:write",
      summary: "Delete a page",
      params: idParams,
      response: savedId,
    },
    ({ actor, client, params }) => deletePage(actor, client, params.id),
  ),
});
