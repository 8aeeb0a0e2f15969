import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ClientMessages } from "@/components/store/client-messages";
import { NavProgress } from "@/components/store/nav-progress";
import { OfflineWatch } from "@/components/store/offline/offline-watch";
import { SiteFooter } from "@/components/store/site-footer";
import { SiteHeader } from "@/components/store/site-header";
import { offeredLocales } from "@/lib/core/locale";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import { countCart } from "@/lib/orders/cart/read-cart";
import type { Look } from "@/lib/settings/look/look-css";
import { isTheme, themeCookie } from "@/messages/locales";
import { getCategories, getPageLinks, getShopSettings, hasImprint } from "../shop";
import { getViewer } from "../viewer";
import { LookStyle } from "./look-style";

const linksOf = (links: Look["headerLinks"]) =>
  links.length > 0 ? links.map(({ label, address }) => ({ label, href: address })) : null;

/** Everything around a page of the shop, in one look. */
export async function StoreFrame({ look, children }: { look: Look; children: ReactNode }) {
  const [settings, categories, pages, viewer, theme, t, sendsMail] = await Promise.all([
    getShopSettings(),
    getCategories(),
    getPageLinks(),
    getViewer(),
    cookies().then((jar) => jar.get(themeCookie)?.value),
    getTranslations("common"),
    hasMailServer(),
  ]);
  const mark = { logo: settings.logo, onDark: look.logoDark, hasName: look.logoHasName };
  return (
    <div className="flex min-h-dvh flex-col" data-goods={look.goods} data-viewer={viewer?.id}>
      <LookStyle look={look} />
      <NavProgress />
      <OfflineWatch />
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-pine px-4 py-2 text-on-pine focus:not-sr-only focus:fixed focus:top-3 focus:start-3"
      >
        {t("skipToContent")}
      </a>
      <SiteHeader
        siteName={settings.siteName}
        mark={mark}
        isBar={look.header === "colour"}
        links={linksOf(look.headerLinks)}
        categories={categories.filter((category) => category.parent_id === null)}
        pages={pages.filter(({ place }) => place === "header")}
        viewer={viewer}
        languages={offeredLocales(settings.locales)}
        cartCount={viewer ? await countCart(viewer.id) : null}
        theme={isTheme(theme) ? theme : look.theme}
      />
      <div className="flex-1">
        <ClientMessages areas={["common.captcha", "common.emailCode"]}>{children}</ClientMessages>
      </div>
      <SiteFooter
        siteName={settings.siteName}
        mark={mark}
        links={linksOf(look.footerLinks)}
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
