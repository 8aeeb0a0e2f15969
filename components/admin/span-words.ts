import { type Locale, languageTag } from "@/messages/locales";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A span of time in one unit: "14 minutes", "3 hours"; a second at least. */
export function spanWords(seconds: number, locale: Locale): string {
  const [unit, length] =
    seconds < minute
      ? (["second", 1] as const)
      : seconds < 2 * hour
        ? (["minute", minute] as const)
        : seconds < 2 * day
          ? (["hour", hour] as const)
          : (["day", day] as const);
  return new Intl.NumberFormat(languageTag[locale], { style: "unit", unit, unitDisplay: "long" }).format(
    Math.max(1, Math.floor(seconds / length)),
  );
}
