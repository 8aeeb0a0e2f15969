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

/** How many days, up to today, the reports of the admin show until a person chooses others. */
export const rangeCookie = "report_days";

export const rangeDays = [1, 7, 30, 90, 365] as const;

export const toRangeDays = (value: unknown): (typeof rangeDays)[number] | null =>
  rangeDays.find((days) => String(days) === value) ?? null;

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export function isTheme(value: unknown): value is Theme {
  return typeof value === "string" && (themes as readonly string[]).includes(value);
}
