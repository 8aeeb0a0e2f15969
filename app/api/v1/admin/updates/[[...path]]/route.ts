import { operation, resource } from "@/lib/http/route";
import { askFeed } from "@/lib/operations/updates/ask-feed";
import { readUpdates } from "@/lib/operations/updates/read-updates";
import { rollbackBody, startUpdateBody, updatesOut } from "@/lib/operations/updates/schema";
import { startRollback, startUpdate } from "@/lib/operations/updates/start-update";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/updates", {
  getUpdates: operation("GET /", {
    permission: "settings:read",
    response: updatesOut,
    summary: "The version that runs, what is newer, and how the last update went",
    handle: () => readUpdates(),
  }),
  startUpdate: operation("POST /", {
    permission: "settings:write",
    body: startUpdateBody,
    response: updatesOut,
    summary: "Ask the updater for a newer version; takes the password and the second factor",
    handle: ({ actor, body, client }) => startUpdate(actor, body, client),
  }),
  lookForUpdates: operation("POST /look", {
    permission: "settings:write",
    response: updatesOut,
    summary: "Ask the update source now",
    handle: async () => {
      await askFeed();
      return readUpdates();
    },
  }),
  startRollback: operation("POST /rollback", {
    permission: "settings:write",
    body: rollbackBody,
    response: updatesOut,
    summary:
      "Ask the updater for the version before the last update; takes the password and the second factor",
    handle: ({ actor, body, client }) => startRollback(actor, body, client),
  }),
});
