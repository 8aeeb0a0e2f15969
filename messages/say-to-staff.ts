import type { Locale } from "./locales";
import { problemTables } from "./problem-tables";
import { sayBy, type Told } from "./say-by";
import { staffRefusalTables } from "./staff-refusal-tables";

export { isTold, type Told } from "./say-by";

/** The same as `say.ts` without the languages that the admin is not written in, which its pages would carry to the browser. */
export const sayTold = (told: Told, locale: Locale): string =>
  sayBy(staffRefusalTables[locale], problemTables[locale], told);
