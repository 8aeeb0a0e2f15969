import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { NavProgress } from "@/components/store/nav-progress";
import { SiteFooter } from "@/components/store/site-footer";
import { SiteHeader } from "@/components/store/site-header";
import { getConfig } from "@/lib/config/config";
import { localeAfter } from "@/lib/core/locale";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import { isTheme, regionTag, themeCookie } from "@/messages/locales";
import { getCategories, getPageLinks, getShopSettings, hasImprint } from "./shop";
import { getViewer } from "./viewer";

export async function generateMetadata(): Promise<Metadata> {
  const { siteName } = await getShopSettings();
  const t = await getTranslations("catalogue.home");
  return {
    metadataBase: new URL(getConfig().server.baseUrl),
    title: { default: `${siteName} · ${t("title")}`, template: `%s · ${siteName}` },
    description: t("lead"),
    applicationName: siteName,
    openGraph: { siteName, type: "website", locale: regionTag(await getLocale()) },
  };
}

export default async function StoreLayout({ children }: { children: ReactNode }) {
  const [settings, categories, pages, viewer, theme, t, locale, sendsMail] = await Promise.all([
    getShopSettings(),
    getCategories(),
    getPageLinks(),
    getViewer(),
    cookies().then((jar) => jar.get(themeCookie)?.value),
    getTranslations("common"),
    getLocale(),
    hasMailServer(),
  ]);
  return (
    <div className="flex min-h-dvh flex-col">
      <NavProgress />
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-pine px-4 py-2 text-on-pine focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t("skipToContent")}
      </a>
      <SiteHeader
        siteName={settings.siteName}
        logo={settings.logo}
        categories={categories.filter((category) => category.parent_id === null)}
        pages={pages.filter(({ place }) => place === "header")}
        viewer={viewer}
        nextLocale={localeAfter(locale, settings.locales)}
        theme={isTheme(theme) ? theme : "system"}
      />
      <div className="flex-1">{children}</div>
      <SiteFooter
        siteName={settings.siteName}
        logo={settings.logo}
        contact={settings.contact}
        sendsMail={sendsMail}
        currency={settings.currency}
        taxNote={settings.taxNote}
        hasImprint={hasImprint(settings)}
        hasGuide={settings.features.guide}
        pages={pages}
      />
    </div>
  );
}
