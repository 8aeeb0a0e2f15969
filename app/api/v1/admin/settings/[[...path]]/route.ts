import { getAdminSettings } from "@/lib/content/admin-queries";
import { operation, resource } from "@/lib/http/route";
import { settingsOut, settingsPatch } from "@/lib/settings/schema";
import { updateSettings } from "@/lib/settings/update-settings";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/settings", {
  getAdminSettings: operation("GET /", {
    permission: "settings:read",
    summary: "The shop’s settings",
    response: settingsOut,
    handle: () => getAdminSettings(),
  }),
  updateSettings: operation("PATCH /", {
    permission: "settings:write",
    proved: "settings.loosen",
    summary: "Change settings; what is absent stays",
    body: settingsPatch,
    bodyCap: 512 * 1024,
    response: settingsOut,
    handle: ({ actor, client, body }) => updateSettings(actor, client, body),
  }),
});
