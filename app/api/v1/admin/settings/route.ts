import { getAdminSettings } from "@/lib/content/admin-queries";
import { updateSettings } from "@/lib/content/update-settings";
import { endpoint, route } from "@/lib/http/route";
import { settingsOut, settingsPatch } from "@/lib/settings/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:read",
      summary: "The shop’s settings",
      response: settingsOut,
    },
    () => getAdminSettings(),
  ),
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:write",
      proved: "settings.loosen",
      summary: "Change settings; what is absent stays",
      body: settingsPatch,
      bodyCap: 512 * 1024,
      response: settingsOut,
    },
    ({ actor, client, body }) => updateSettings(actor, client, body),
  ),
});
