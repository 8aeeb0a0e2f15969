import type { Metadata } from "next";
import { headers } from "next/headers";
import { isLocale, languageTag, localeHeader } from "@/lib/core/locale";
import { getSettings } from "@/lib/settings/queries";

/**
 * The addresses of one page: `/zh/…` is always Chinese, and the one without a language follows the reader. Search engines
 * send no cookie, so only addresses of their own show them every language.
 */
export async function alternatesOf(
  path: string,
): Promise<{ canonical: string } & Pick<NonNullable<Metadata["alternates"]>, "languages">> {
  const [{ locales }, asked] = await Promise.all([
    getSettings(),
    headers().then((all) => all.get(localeHeader)),
  ]);
  const at = (locale: string) => `/${locale}${path === "/" ? "" : path}`;
  const offered = locales.filter(isLocale);
  return {
    canonical: isLocale(asked) ? at(asked) : path,
    ...(offered.length > 1
      ? {
          languages: {
            ...Object.fromEntries(offered.map((locale) => [languageTag[locale], at(locale)])),
            "x-default": path,
          },
        }
      : {}),
  };
}
