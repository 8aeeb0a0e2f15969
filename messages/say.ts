import type { Locale } from "./locales";
import { problemTables } from "./problem-tables";
import { refusalTables } from "./refusal-tables";
import { isTold, sayBy, type Told } from "./say-by";

export { isTold, type Told } from "./say-by";

/** Says a refusal or a problem in the reader's language. */
export const sayTold = (told: Told, locale: Locale): string =>
  sayBy(refusalTables[locale], problemTables[locale], told);

/** Values of which some are problems, with those said. */
export const sayWithin = <V>(
  data: Readonly<Record<string, V>>,
  locale: Locale,
): Record<string, Exclude<V, Told> | string> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, isTold(value) ? sayTold(value, locale) : value]),
  ) as Record<string, Exclude<V, Told> | string>;
