import { getLocale, getTranslations } from "next-intl/server";
import { AddressNote } from "@/app/admin/(panel)/_overview/address-note";
import { settingsSections } from "@/app/admin/(panel)/settings/sections";
import { SpecForm } from "@/components/admin/form/spec-form";
import { Panel } from "@/components/admin/page-frame";
import { getConfig } from "@/lib/config/config";
import { getAdminSettings } from "@/lib/content/admin-queries";
import { settingTexts } from "@/messages/setting-texts";

/** Settings that every sale shows; all others keep their defaults until somebody needs them. */
const asked = ["site_name", "default_locale", "currency", "time_zone"];

export async function ShopStep() {
  const locale = await getLocale();
  const [settings, labels, texts, t, form] = await Promise.all([
    getAdminSettings(),
    settingTexts(locale),
    getTranslations("admin-system.settings"),
    getTranslations("admin.setup"),
    getTranslations("admin.form"),
  ]);
  const fields = settingsSections(settings, { locale, labels, t: texts })
    .flatMap((section) => section.fields)
    .filter(({ name, language }) => asked.includes(name) && language === undefined);
  return (
    <Panel title={t("shop")} description={t("shopText")}>
      <div className="flex flex-col gap-4">
        <AddressNote told={getConfig().server.baseUrl} />
        <SpecForm
          fields={fields}
          write={{ path: "/admin/settings", method: "PATCH", success: form("saved") }}
          submitLabel={form("save")}
        />
      </div>
    </Panel>
  );
}
