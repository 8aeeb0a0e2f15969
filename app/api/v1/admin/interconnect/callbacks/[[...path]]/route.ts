import { csvOperation, operation, resource } from "@/lib/http/route";
import { exportCallbacks } from "@/lib/interconnect/main/admin/export-callbacks";
import { getCallback, listCallbacks } from "@/lib/interconnect/main/admin/log-queries";
import {
  callbackDetail,
  callbackList,
  callbackParams,
  callbackQuery,
  healthList,
  resendBody,
  resent,
  revealedCallback,
} from "@/lib/interconnect/main/admin/log-schema";
import { resendCallback, resendCallbacks } from "@/lib/interconnect/main/resend-callback";
import { revealCallback } from "@/lib/interconnect/main/reveal-callback";
import { readCallbackHealth } from "@/lib/interconnect/sql";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/interconnect/callbacks",
  {
    resendCallback: operation("POST /[callback_id]/resend", {
      permission: "interconnect:write",
      params: callbackParams,
      response: callbackDetail,
      handle: async ({ actor, client, params }) => {
        await resendCallback(actor, client, params.callback_id);
        return getCallback(params.callback_id);
      },
    }),
    revealCallback: operation("POST /[callback_id]/reveal", {
      permission: "interconnect:write",
      params: callbackParams,
      response: revealedCallback,
      handle: ({ actor, client, params }) => revealCallback(actor, client, params.callback_id),
    }),
    getCallback: operation("GET /[callback_id]", {
      permission: "interconnect:read",
      params: callbackParams,
      response: callbackDetail,
      handle: ({ params }) => getCallback(params.callback_id),
    }),
    exportCallbacks: csvOperation("GET /export", {
      permission: "interconnect:read",
      query: callbackQuery,
      summary: "The filtered callbacks as CSV, oldest first",
      file: "callbacks.csv",
      read: exportCallbacks,
    }),
    getCallbackHealth: operation("GET /health", {
      permission: "interconnect:read",
      response: healthList,
      handle: async () => ({ health: await readCallbackHealth() }),
    }),
    resendCallbacks: operation("POST /resend", {
      permission: "interconnect:write",
      body: resendBody,
      response: resent,
      handle: ({ actor, client, body }) => resendCallbacks(actor, client, body),
    }),
    listCallbacks: operation("GET /", {
      permission: "interconnect:read",
      query: callbackQuery,
      response: callbackList,
      handle: ({ query }) => listCallbacks(query),
    }),
  },
);
