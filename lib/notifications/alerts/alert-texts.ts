import type { AlertData } from "../../../messages/language";
import { languages } from "../../../messages/languages";
import { sayWithin } from "../../../messages/say";
import type { Locale } from "../../core/locale";
import type { Told } from "../../core/refusals/refusal";

/** Values of an alert as they are kept; a cause is a problem, and is said in the reader's language. */
export type KeptAlertData = Readonly<Record<string, AlertData[string] | Told>>;

/** The sentence in the reader's language. An alert from before it had data keeps the sentence it was stored with. */
export function alertText(alert: { kind: string; data: unknown; message: string }, locale: Locale): string {
  const write = languages[locale].alerts[alert.kind];
  const data: AlertData = sayWithin((alert.data ?? {}) as KeptAlertData, locale);
  if (!write) return alert.message;
  return write.length === 0 || Object.keys(data).length > 0 ? write(data) : alert.message;
}

/** Area of the admin that one must be allowed to read to see an alert. */
const areas: readonly (readonly [prefix: string, area: string])[] = [
  ["order.", "orders"],
  ["stock.", "stock"],
  ["payment", "payments"],
  ["callback.", "interconnect"],
  ["connection.", "interconnect"],
  ["upstream.", "interconnect"],
  ["purchase.", "interconnect"],
  ["site.", "interconnect"],
  ["deposit.", "interconnect"],
  ["mail.", "customers"],
  ["wallet.", "customers"],
  ["staff.", "staff"],
  ["notification.", "settings"],
];

const otherwise = "settings";

export const alertArea = (kind: string): string =>
  areas.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? otherwise;

/** For queries: the prefixes of the kinds that a reader of these areas may see, or may not. */
export function alertPrefixes(readable: readonly string[]): { only: string[] } | { not: string[] } {
  return readable.includes(otherwise)
    ? { not: areas.filter(([, area]) => !readable.includes(area)).map(([prefix]) => prefix) }
    : { only: areas.filter(([, area]) => readable.includes(area)).map(([prefix]) => prefix) };
}
