import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { isLocale, type Locale, localeCookie, localeHeader, pathHeader } from "@/lib/core/locale";
import { chooseLocale } from "@/lib/settings/choose-locale";
import { defaultSettings } from "@/lib/settings/defaults";
import { getSettings } from "@/lib/settings/queries";
import type { Settings } from "@/lib/settings/types";
import { areas, type Messages } from "./areas";
import { partOfArea, partOfPage, readIn } from "./parts";

async function load(locale: Locale): Promise<Messages> {
  const entries = await Promise.all(
    areas.map(async (area) => {
      const folder = readIn(locale, partOfArea(area));
      return [area, (await import(`./${folder}/${area}.json`)).default] as const;
    }),
  );
  return Object.fromEntries(entries) as Messages;
}

/** A page that says the database is gone must still find its words. */
async function findSettings(): Promise<Settings> {
  try {
    return await getSettings();
  } catch {
    return defaultSettings;
  }
}

export default getRequestConfig(async ({ locale: asked }) => {
  if (isLocale(asked)) return { locale: asked, messages: await load(asked), timeZone: "UTC" };
  // The request first: that tells the build that no page can be drawn ahead, before anything asks for the database.
  const chosen = (await cookies()).get(localeCookie)?.value;
  const sent = await headers();
  const acceptLanguage = sent.get("accept-language");
  const settings = await findSettings();
  const wished = chooseLocale(settings, { chosen: [sent.get(localeHeader), chosen], acceptLanguage });
  const locale = readIn(wished, partOfPage(sent.get(pathHeader)));
  return { locale, messages: await load(locale), timeZone: settings.timeZone };
});
