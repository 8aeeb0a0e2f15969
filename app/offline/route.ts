import { cookies } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import { inSettingsLanguage } from "@/lib/settings/in-language";
import { getSettings } from "@/lib/settings/queries";
import { isTheme, themeCookie, toLocale } from "@/messages/locales";
import { drawOfflinePage } from "./draw-page";

/** Fetched by the pages of browsers that have bought, which keep it for the time without a line (components/store/offline). */
export async function GET(request: Request): Promise<Response> {
  const [settings, jar, locale, t] = await Promise.all([
    // Without a database there is no answer, and the browser keeps the page that it has.
    getSettings(),
    cookies(),
    getLocale(),
    getTranslations("content.offline"),
  ]);
  const { look } = settings;
  const named = jar.get(themeCookie)?.value;
  const page = drawOfflinePage({
    locale: toLocale(locale),
    theme: isTheme(named) ? named : look.theme,
    look,
    siteName: inSettingsLanguage(settings, toLocale(locale)).siteName,
    nonce: request.headers.get("x-nonce") ?? "",
    t,
  });
  return new Response(page, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}
