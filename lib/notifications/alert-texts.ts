import type { Locale } from "../core/locale";
import { alertEn } from "./alert-en";
import { alertZh } from "./alert-zh";

/** What an alert says beside its kind; a text names what it needs of it. */
export type AlertData = Readonly<Record<string, string | number | boolean | null>>;
export type AlertTexts = Readonly<Record<string, (data: AlertData) => string>>;

const texts: Record<Locale, AlertTexts> = { en: alertEn, zh: alertZh };

/** The sentence in the reader's language. An alert from before it had data keeps the sentence it was stored with. */
export function alertText(alert: { kind: string; data: unknown; message: string }, locale: Locale): string {
  const write = texts[locale][alert.kind];
  const data = (alert.data ?? {}) as AlertData;
  if (!write) return alert.message;
  return write.length === 0 || Object.keys(data).length > 0 ? write(data) : alert.message;
}

/** Whose business an alert is: the area of the admin that one must be allowed to read. */
const areas: readonly (readonly [prefix: string, area: string])[] = [
  ["order.", "orders"],
  ["stock.", "stock"],
  ["payment", "payments"],
  ["callback.", "interconnect"],
  ["connection.", "interconnect"],
  ["upstream.", "interconnect"],
  ["purchase.", "interconnect"],
  ["site.", "interconnect"],
  ["mail.", "customers"],
  ["wallet.", "customers"],
  ["staff.", "staff"],
  ["notification.", "settings"],
];

const otherwise = "settings";

export const alertArea = (kind: string): string =>
  areas.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? otherwise;

/** For queries: the beginnings of the kinds that whoever may read these areas sees, and those they do not. */
export function alertPrefixes(readable: readonly string[]): { only: string[] } | { not: string[] } {
  return readable.includes(otherwise)
    ? { not: areas.filter(([, area]) => !readable.includes(area)).map(([prefix]) => prefix) }
    : { only: areas.filter(([, area]) => readable.includes(area)).map(([prefix]) => prefix) };
}
