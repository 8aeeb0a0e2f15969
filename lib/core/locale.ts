/** Every language of the shop, with the BCP 47 tag that pages and formatters use: `zh` alone leaves the script open. */
export const languageTag = { en: "en", zh: "zh-Hans" } as const;
export type Locale = keyof typeof languageTag;
export const locales = Object.keys(languageTag) as Locale[];

/** A language in its own words. */
export const localeName = (locale: Locale): string =>
  new Intl.DisplayNames([languageTag[locale]], { type: "language" }).of(languageTag[locale]) ?? locale;

/** Language and the country where most of its readers are, as Open Graph names it: `zh_CN`. */
export function regionTag(locale: Locale): string {
  const { language, region } = new Intl.Locale(languageTag[locale]).maximize();
  return `${language}_${region}`;
}

/** Where a reader's own choice stands. */
export const localeCookie = "locale";

/** The language that the address names (`/zh/products`): set by proxy.ts, and dropped there when a client sends it. */
export const localeHeader = "x-keyshelf-locale";

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
    const language = tag.split("-")[0];
    if (isLocale(language) && offered.includes(language)) return language;
  }
  return null;
}
