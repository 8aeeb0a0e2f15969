import { Settings } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { SpecForm } from "@/components/admin/form/spec-form";
import { PageHead, Panel } from "@/components/admin/page-frame";
import { ClientMessages } from "@/components/store/client-messages";
import { getAdminSettings } from "@/lib/content/admin-queries";
import { settingTexts } from "@/messages/setting-texts";
import { FindSetting } from "./find-setting";
import { settingsSections } from "./sections";

const page = adminPage({
  path: "/admin/settings",
  text: "admin-system.settings",
  icon: Settings,
  permission: "settings:read",
  menu: { group: "system", after: "notifications" },
});

export const generateMetadata = page.generateMetadata;

export default page.show(async ({ t, may }) => {
  const mayWrite = may("settings:write");
  const locale = await getLocale();
  const [settings, labels, form] = await Promise.all([
    getAdminSettings(),
    settingTexts(locale),
    getTranslations("admin.form"),
  ]);
  const sections = settingsSections(settings, { locale, labels, t });
  return (
    <ClientMessages areas={["admin-system.settings"]}>
      <div className="max-w-4xl">
        <PageHead title={t("title")} description={t("description")} />
        <FindSetting
          places={sections.flatMap(({ id, title, fields }) =>
            fields.map(({ label, hint }) => ({
              label,
              hint: hint ?? null,
              section: title,
              href: `#${id}`,
            })),
          )}
        />
        <nav aria-label={t("sections")} className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`} className="rounded-sm py-1 text-pine hover:underline">
              {title}
            </a>
          ))}
        </nav>
        <div className="flex flex-col gap-4">
          {sections.map((section) => (
            <Panel
              key={section.id}
              id={section.id}
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
    </ClientMessages>
  );
});
