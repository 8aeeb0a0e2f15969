import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { SpecForm } from "@/components/admin/form/spec-form";
import { PageHead, Panel } from "@/components/admin/page-frame";
import { hasPermission } from "@/lib/accounts/permissions";
import { getAdminSettings } from "@/lib/content/admin-queries";
import { requirePageAdmin } from "@/lib/http/session";
import { settingTexts } from "@/messages/setting-texts";
import { settingsSections } from "./sections";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-system.settings"))("title") };
}

export default async function SettingsPage() {
  const actor = await requirePageAdmin("/admin/settings", "settings:read");
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
