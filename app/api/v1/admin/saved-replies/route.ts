import { savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";
import { createSavedReply, listSavedReplies } from "@/lib/orders/saved-replies/saved-replies";
import { savedReplyBody, savedReplyList } from "@/lib/orders/saved-replies/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      summary: "Texts that staff send again and again",
      response: savedReplyList,
    },
    async () => ({ replies: await listSavedReplies() }),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      summary: "Save a text to send again",
      body: savedReplyBody,
      response: savedId,
    },
    ({ actor, client, body }) => createSavedReply(actor, client, body),
  ),
});
