import { z } from "zod";
import { type Locale, locales } from "./locale";
import { camelCase } from "./wire-names";

/** Going out to the admin: the texts of a row in languages other than the shop's own, by their names on the wire. */
export const translationsOut = z.partialRecord(z.enum(locales), z.record(z.string(), z.string()));
export type Translations = z.output<typeof translationsOut>;

/** In a body: a text replaces the one of its name, an empty one takes it away, and what is absent stays. */
export const translationsIn = (
  texts: Record<string, z.ZodType<string>>,
  others: z.ZodType<string> = z.never(),
): z.ZodType<Translations, Translations> =>
  z.partialRecord(z.enum(locales), z.object(texts).partial().catchall(others)) as z.ZodType<
    Translations,
    Translations
  >;

/** Which language a public read is answered in: `?lang=zh`. Without it the texts are the shop's own. */
export const langQuery = { lang: z.enum(locales).optional() };
export const languageQuery = z.object(langQuery);
export type Lang = Locale | undefined;

export const readTranslations = (stored: unknown): Translations => translationsOut.catch({}).parse(stored);

/** The texts of a row in one language, or null. */
export function textsIn(stored: unknown, lang: Lang): Record<string, string> | null {
  const holds = lang !== undefined && typeof stored === "object" && stored !== null && lang in stored;
  return holds ? (readTranslations(stored)[lang] ?? null) : null;
}

/** The row with each of its texts that `lang` has; the others stay as they are. */
export function inLanguage<T extends { translations: unknown }>(row: T, lang: Lang): T {
  const texts = textsIn(row.translations, lang);
  if (!texts) return row;
  const replaced = Object.entries(texts)
    .map(([name, text]) => [camelCase(name), text] as const)
    .filter(([key]) => key in row && !Array.isArray(row[key as keyof T]));
  return { ...row, ...Object.fromEntries(replaced) };
}

/** Stored value after a body was applied; undefined when it named no translations. */
export function mergeTranslations(
  stored: unknown,
  patch: Translations | undefined,
): Translations | undefined {
  if (!patch) return undefined;
  const before = readTranslations(stored);
  const named = locales.map((locale) => {
    const texts = Object.entries({ ...before[locale], ...patch[locale] }).filter(([, text]) => text !== "");
    return [locale, Object.fromEntries(texts)] as const;
  });
  return Object.fromEntries(named.filter(([, texts]) => Object.keys(texts).length > 0));
}

/** Applies `change` to the text of one name in every language: for texts of HTML. */
export const mapTexts = <T extends Translations | undefined>(
  translations: T,
  name: string,
  change: (text: string) => string,
): T =>
  translations &&
  (Object.fromEntries(
    Object.entries(translations).map(([locale, texts]) => [
      locale,
      texts?.[name] === undefined ? texts : { ...texts, [name]: change(texts[name]) },
    ]),
  ) as T);
