import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { getSettings } from "@/lib/settings/queries";
import { areas, type Messages } from "./areas";
import { defaultLocale, isLocale, type Locale, localeCookie, locales, matchLocale } from "./locales";

async function load(locale: Locale): Promise<Messages> {
  const entries = await Promise.all(
    areas.map(async (area) => [area, (await import(`./${locale}/${area}.json`)).default] as const),
  );
  return Object.fromEntries(entries) as Messages;
}

async function findSettings() {
  try {
    return await getSettings();
  } catch {
    return null;
  }
}

/** The operator's choice; a page that says the database is gone must still find its words. */
async function shopChoice(): Promise<{ offered: readonly Locale[]; byDefault: Locale; timeZone: string }> {
  const settings = await findSettings();
  const offered = locales.filter((locale) => settings?.locales.includes(locale) ?? true);
  const byDefault = settings?.defaultLocale;
  return {
    offered: offered.length > 0 ? offered : locales,
    byDefault: isLocale(byDefault) ? byDefault : defaultLocale,
    timeZone: settings?.timeZone ?? "UTC",
  };
}

export default getRequestConfig(async ({ locale: asked }) => {
  if (isLocale(asked)) return { locale: asked, messages: await load(asked), timeZone: "UTC" };
  // The request first: that tells the build that no page can be drawn ahead, before anything asks for the database.
  const chosen = (await cookies()).get(localeCookie)?.value;
  const acceptLanguage = (await headers()).get("accept-language");
  const { offered, byDefault, timeZone } = await shopChoice();
  const wished = matchLocale(acceptLanguage, offered);
  const locale = isLocale(chosen) && offered.includes(chosen) ? chosen : (wished ?? byDefault);
  return { locale, messages: await load(locale), timeZone };
});
