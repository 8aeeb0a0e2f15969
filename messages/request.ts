import { getRequestConfig } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { areas, type Messages } from "./areas";
import { defaultLocale, isLocale, type Locale, localeCookie, matchLocale } from "./locales";

async function load(locale: Locale): Promise<Messages> {
  const entries = await Promise.all(
    areas.map(async (area) => [area, (await import(`./${locale}/${area}.json`)).default] as const),
  );
  return Object.fromEntries(entries) as Messages;
}

export default getRequestConfig(async ({ locale: asked }) => {
  const chosen = (await cookies()).get(localeCookie)?.value;
  const locale = isLocale(asked)
    ? asked
    : isLocale(chosen)
      ? chosen
      : (matchLocale((await headers()).get("accept-language")) ?? defaultLocale);
  return { locale, messages: await load(locale), timeZone: "UTC" };
});
