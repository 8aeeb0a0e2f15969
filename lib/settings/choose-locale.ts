import { isLocale, type Locale, matchLocale, offeredLocales, toLocale } from "../core/locale";
import type { Settings } from "./types";

interface Wishes {
  /** Languages that were chosen on purpose, the strongest first; anything else is passed over. */
  chosen: readonly (string | null | undefined)[];
  acceptLanguage?: string | null;
}

/** One answer for pages, mails and orders: a language that the shop offers, else the shop's own. */
export function chooseLocale(
  { locales: named, defaultLocale }: Pick<Settings, "locales" | "defaultLocale">,
  { chosen, acceptLanguage }: Wishes,
): Locale {
  const offered = offeredLocales(named);
  return (
    chosen.filter(isLocale).find((locale) => offered.includes(locale)) ??
    matchLocale(acceptLanguage, offered) ??
    toLocale(defaultLocale)
  );
}
