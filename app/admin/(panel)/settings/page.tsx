import { Settings } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { SpecForm } from "@/components/admin/form/spec-form";
import { PageHead, Panel } from "@/components/admin/page-frame";
import { hasPermission } from "@/lib/accounts/permissions";
import { getAdminSettings } from "@/lib/content/admin-queries";
import { settingTexts } from "@/messages/setting-texts";
import { settingsSections } from "./sections";

const page = adminPage({
  path: "/admin/settings",
  text: "admin-system.settings",
  icon: Settings,
  permission: "settings:read",
  menu: { group: "system", after: "notifications" },
});

export const generateMetadata = page.generateMetadata;

export default async function SettingsPage() {
  const actor = await page.open();
  const mayWrite = hasPermission(actor, "settings:write");
  const [settings, labels, t, form] = await Promise.all([
    getAdminSettings(),
    settingTexts(await getLocale()),
    getTranslations("admin-system.settings"),
    getTranslations("admin.form"),
  ]);
  return (
    <div className="max-w-4xl">
      <PageHead title={t("title")} description={t("description")} />
      <div className="flex flex-col gap-4">
        {settingsSections(settings, t, labels).map((section) => (
          <Panel
            key={section.title}
            title={section.title}
            {...(section.description ? { description: section.description } : {})}
          >
            <fieldset disabled={!mayWrite}>
              <SpecForm
                fields={section.fields}
                write={{ path: "/admin/settings", method: "PATCH", success: form("saved") }}
                submitLabel={form("save")}
              />
            </fieldset>
          </Panel>
        ))}
      </div>
    </div>
  );
}
