export const locales = ["en", "zh"] as const;
export type Locale = (typeof locales)[number];

/** Where a reader's own choice stands. */
export const localeCookie = "locale";

export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && (locales as readonly string[]).includes(value);
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
    const language = tag.split("-")[0];
    if (isLocale(language) && offered.includes(language)) return language;
  }
  return null;
}
