import { getAdminPost } from "@/lib/content/admin-queries";
import { deletePost } from "@/lib/content/delete-post";
import { adminPost, postPatch } from "@/lib/content/schema";
import { updatePost } from "@/lib/content/update-post";
import { idParams, savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:read",
      summary: "A post with everything its form shows",
      params: idParams,
      response: adminPost,
    },
    ({ params }) => getAdminPost(params.id),
  ),
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:write",
      summary: "Change a post",
      params: idParams,
      body: postPatch,
      bodyCap: 512 * 1024,
      response: savedId,
    },
    ({ actor, client, params, body }) => updatePost(actor, client, params.id, body),
  ),
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:write",
      summary: "Delete a post",
      params: idParams,
      response: savedId,
    },
    ({ actor, client, params }) => deletePost(actor, client, params.id),
  ),
});
