import { Palette } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { languagesOf } from "@/components/admin/form/in-languages";
import { PageHead } from "@/components/admin/page-frame";
import { ClientMessages } from "@/components/store/client-messages";
import { listCategories } from "@/lib/catalogue/queries";
import { getAdminSettings } from "@/lib/content/admin-queries";
import { readyLooks } from "@/lib/settings/look/ready-looks";
import { settingTexts } from "@/messages/setting-texts";
import { LookForm } from "./_components/look-form";

const page = adminPage({
  path: "/admin/look",
  text: "admin-content.look",
  icon: Palette,
  permission: "settings:read",
  menu: { group: "content", after: "posts" },
});

export const generateMetadata = page.generateMetadata;

export default page.show(async ({ t, may }) => {
  const locale = await getLocale();
  const [settings, texts, categories, form] = await Promise.all([
    getAdminSettings(),
    settingTexts(locale),
    listCategories(locale),
    getTranslations("admin.form"),
  ]);
  return (
    <ClientMessages areas={["admin-content.look"]}>
      <PageHead title={t("title")} description={t("description")} />
      <LookForm
        stored={settings.look}
        texts={Object.fromEntries(
          Object.entries(texts).flatMap(([path, text]) =>
            path.startsWith("look.") ? [[path.slice("look.".length), text]] : [],
          ),
        )}
        categories={categories.map(({ slug, name }) => ({ value: slug, label: name }))}
        languages={languagesOf({ locales: settings.locales, defaultLocale: settings.default_locale }).others}
        ready={readyLooks}
        mayWrite={may("settings:write")}
        submitLabel={form("save")}
      />
    </ClientMessages>
  );
});
