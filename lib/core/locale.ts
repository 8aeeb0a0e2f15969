import { keysOf } from "./shapes/records";

/** Every language of the shop, with the BCP 47 tag that pages and formatters use: `zh` alone leaves the script open. */
export const languageTag = {
  en: "en",
  zh: "zh-Hans",
  "zh-hant": "zh-Hant",
  ja: "ja",
  ru: "ru",
  es: "es",
} as const;
export type Locale = keyof typeof languageTag;
export const locales = keysOf(languageTag);

/** The only language that has to be whole: others fall back to it, and what the server notes for itself is in it. */
export const baseLocale: Locale = "en";

/** Languages that a shop offers until its operator chooses others. */
export const firstLocales: readonly Locale[] = ["en", "zh"];

/** A language in its own words. */
export const localeName = (locale: Locale): string =>
  new Intl.DisplayNames([languageTag[locale]], { type: "language" }).of(languageTag[locale]) ?? locale;

/** Language and the country where most of its readers are, as Open Graph names it: `zh_CN`. */
export function regionTag(locale: Locale): string {
  const { language, region } = new Intl.Locale(languageTag[locale]).maximize();
  return `${language}_${region}`;
}

const scriptsFromRight: readonly (string | undefined)[] = [
  "Adlm",
  "Arab",
  "Hebr",
  "Mand",
  "Nkoo",
  "Rohg",
  "Syrc",
  "Thaa",
];

/** `dir` of a page or a mail whose script runs from right to left; the others need none. */
export const directionOf = (tag: string): "rtl" | undefined =>
  scriptsFromRight.includes(scriptOf(tag)) ? "rtl" : undefined;

/** Where a reader's own choice stands. */
export const localeCookie = "locale";

/** The language that the address names (`/zh/products`): set by proxy.ts, and dropped there when a client sends it. */
export const localeHeader = "x-keyshelf-locale";

/** Path and query of the page that was asked for: set by proxy.ts, because a layout is not told. */
export const pathHeader = "x-keyshelf-path";

/** `/zh/products` is `/products` in Chinese. */
export function splitLocale(pathname: string): { locale: Locale | null; pathname: string } {
  const end = pathname.indexOf("/", 1);
  const locale = pathname.slice(1, end < 0 ? undefined : end);
  return pathname.startsWith("/") && isLocale(locale)
    ? { locale, pathname: pathname.slice(locale.length + 1) || "/" }
    : { locale: null, pathname };
}

export const isLocale = (value: unknown): value is Locale =>
  typeof value === "string" && Object.hasOwn(languageTag, value);

/** Reads a language that was stored or chosen; what is none of ours becomes `otherwise`. */
export const toLocale = (value: unknown, otherwise: Locale = baseLocale): Locale =>
  isLocale(value) ? value : otherwise;

/** Languages of a setting, in the order of the list. */
export const offeredLocales = (named: readonly string[]): Locale[] =>
  locales.filter((locale) => named.includes(locale));

/** Script of a language's readers in the country that the tag names, undefined for what is no tag: `zh-HK` is `Hant`. */
function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    return undefined;
  }
}

/** The offered language of a tag: in the same script where one is, else in another. */
function localeOfTag(tag: string, offered: readonly Locale[]): Locale | undefined {
  const [language] = tag.split("-", 1);
  const same = offered.filter((locale) => languageTag[locale].split("-", 1)[0] === language);
  if (same.length < 2) return same[0];
  const script = scriptOf(tag);
  return same.find((locale) => scriptOf(languageTag[locale]) === script) ?? same[0];
}

/** The best of the offered locales for an `Accept-Language` header, or null when it names none of them. */
export function matchLocale(
  acceptLanguage: string | null | undefined,
  offered: readonly Locale[] = locales,
): Locale | null {
  const wishes = (acceptLanguage ?? "")
    .split(",")
    .map((part, index) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const quality = parameters.map((p) => p.trim()).find((p) => p.startsWith("q="));
      return { tag: tag.toLowerCase(), quality: quality ? Number(quality.slice(2)) : 1, index };
    })
    .filter((wish) => wish.tag !== "" && wish.quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index);

  for (const { tag } of wishes) {
    const locale = localeOfTag(tag, offered);
    if (locale) return locale;
  }
  return null;
}
