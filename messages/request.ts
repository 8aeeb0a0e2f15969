import { getRequestConfig } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { getSettings } from "@/lib/settings/queries";
import { areas, type Messages } from "./areas";
import { defaultLocale, isLocale, type Locale, localeCookie, locales, matchLocale } from "./locales";

async function load(locale: Locale): Promise<Messages> {
  const entries = await Promise.all(
    areas.map(async (area) => [area, (await import(`./${locale}/${area}.json`)).default] as const),
  );
  return Object.fromEntries(entries) as Messages;
}

/** The operator's languages; a page that says the database is gone must still find its words. */
async function shopLocales(): Promise<{ offered: readonly Locale[]; byDefault: Locale }> {
  const settings = await getSettings().catch(() => null);
  const offered = locales.filter((locale) => settings?.locales.includes(locale) ?? true);
  const byDefault = settings?.defaultLocale;
  return {
    offered: offered.length > 0 ? offered : locales,
    byDefault: isLocale(byDefault) ? byDefault : defaultLocale,
  };
}

export default getRequestConfig(async ({ locale: asked }) => {
  if (isLocale(asked)) return { locale: asked, messages: await load(asked), timeZone: "UTC" };
  const { offered, byDefault } = await shopLocales();
  const chosen = (await cookies()).get(localeCookie)?.value;
  const wished = matchLocale((await headers()).get("accept-language"), offered);
  const locale = isLocale(chosen) && offered.includes(chosen) ? chosen : (wished ?? byDefault);
  return { locale, messages: await load(locale), timeZone: "UTC" };
});
