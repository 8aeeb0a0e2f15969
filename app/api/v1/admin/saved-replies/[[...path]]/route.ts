import { idParams, savedId } from "@/lib/core/wire";
import { operation, resource } from "@/lib/http/route";
import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  updateSavedReply,
} from "@/lib/orders/staff/saved-replies/saved-replies";
import { savedReplyBody, savedReplyList, savedReplyPatch } from "@/lib/orders/staff/saved-replies/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/saved-replies",
  {
    updateSavedReply: operation("PATCH /[id]", {
      permission: "orders:write",
      summary: "Change a saved text",
      params: idParams,
      body: savedReplyPatch,
      response: savedId,
      handle: ({ actor, client, params, body }) => updateSavedReply(actor, client, params.id, body),
    }),
    deleteSavedReply: operation("DELETE /[id]", {
      permission: "orders:write",
      summary: "Delete a saved text",
      params: idParams,
      response: savedId,
      handle: ({ actor, client, params }) => deleteSavedReply(actor, client, params.id),
    }),
    listSavedReplies: operation("GET /", {
      permission: "orders:write",
      summary: "Texts that staff send again and again",
      response: savedReplyList,
      handle: async () => ({ replies: await listSavedReplies() }),
    }),
    createSavedReply: operation("POST /", {
      permission: "orders:write",
      summary: "Save a text to send again",
      body: savedReplyBody,
      response: savedId,
      handle: ({ actor, client, body }) => createSavedReply(actor, client, body),
    }),
  },
);
