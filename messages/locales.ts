// Components import nothing of lib but wire shapes; this is how they come by it.
export {
  baseLocale,
  directionOf,
  isLocale,
  type Locale,
  languageTag,
  localeCookie,
  localeName,
  locales,
  regionTag,
  splitLocale,
  toLocale,
} from "@/lib/core/locale";

export const themeCookie = "theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export function isTheme(value: unknown): value is Theme {
  return typeof value === "string" && (themes as readonly string[]).includes(value);
}
