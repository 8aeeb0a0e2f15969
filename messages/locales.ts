import type { Locale } from "@/lib/core/locale";

// Components import nothing of lib but wire shapes; this is how they come by it.
export { type Locale, localeCookie } from "@/lib/core/locale";

export const themeCookie = "theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The BCP 47 tag that pages and formatters use; `zh` alone would leave the script open. */
export const languageTag: Record<Locale, string> = { en: "en", zh: "zh-Hans" };

export function isTheme(value: unknown): value is Theme {
  return typeof value === "string" && (themes as readonly string[]).includes(value);
}
