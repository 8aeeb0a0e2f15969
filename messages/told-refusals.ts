import { type Locale, locales } from "./locales";
import { type Say, sayFrom } from "./problems";
import { refusalTables } from "./refusal-tables";

/** The sentences of one language, each by its English. */
const sentencesIn = (locale: Locale): Record<string, string> =>
  Object.fromEntries(
    refusalTables.en.flatMap((texts, at) =>
      Object.entries(texts).map(([name, text]) => [text, refusalTables[locale][at]?.[name] ?? text]),
    ),
  );

const sentences = Object.fromEntries(locales.map((locale) => [locale, sentencesIn(locale)]));
const say = sayFrom(sentences as Record<Locale, Record<string, string>>);

/**
 * Says in the reader's language the refusal of a call: the answer itself is in English, after the member it is about.
 */
export const sayToldRefusal: Say = (text, locale) => {
  const [, field, sentence] = /^([\w.[\]-]+): (.+)$/s.exec(text) ?? [];
  return sentence ? `${field}: ${say(sentence, locale)}` : say(text, locale);
};
