import { deleteBanner } from "@/lib/content/delete-banner";
import { bannerPatch } from "@/lib/content/schema";
import { updateBanner } from "@/lib/content/update-banner";
import { idParams, savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:write",
      summary: "Change a banner",
      params: idParams,
      body: bannerPatch,
      response: savedId,
    },
    ({ actor, client, params, body }) => updateBanner(actor, client, params.id, body),
  ),
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:write",
      summary: "Delete a banner",
      params: idParams,
      response: savedId,
    },
    ({ actor, client, params }) => deleteBanner(actor, client, params.id),
  ),
});
