import { idParams, savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";
import { deleteSavedReply, updateSavedReply } from "@/lib/orders/saved-replies/saved-replies";
import { savedReplyPatch } from "@/lib/orders/saved-replies/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      summary: "Change a saved text",
      params: idParams,
      body: savedReplyPatch,
      response: savedId,
    },
    ({ actor, client, params, body }) => updateSavedReply(actor, client, params.id, body),
  ),
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      summary: "Delete a saved text",
      params: idParams,
      response: savedId,
    },
    ({ actor, client, params }) => deleteSavedReply(actor, client, params.id),
  ),
});
