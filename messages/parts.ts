import type { Area } from "./areas";
import type { Locale } from "./locales";
import { writtenParts } from "./written-parts";

/**
 * Parts in which a language may be written, each whole or not at all. Where it has none, English is read: in all of a page or
 * a mail, so that none is in two languages.
 */
export const parts = ["shopper", "mails", "admin"] as const;
export type Part = (typeof parts)[number];

/** Language in which a reader of this one reads the texts of a part. */
export const readIn = (locale: Locale, part: Part): Locale =>
  writtenParts[locale].includes(part) ? locale : "en";

export const partOfArea = (area: Area): Part => (/^admin(-|$)/.test(area) ? "admin" : "shopper");

/** A page of the admin, or one of the shop; by its path. */
export const partOfPage = (path: string | null): Part =>
  /^\/admin(?![\w-])/.test(path ?? "") ? "admin" : "shopper";
