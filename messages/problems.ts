import type { Locale } from "./locales";
import { problemTables } from "./problem-tables";

type Sentences = Readonly<Record<string, string>>;
export type Say = (text: string, locale: Locale) => string;

interface Known {
  pattern: RegExp;
  names: string[];
  said: string;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const prepare = ([english, said]: [string, string]): Known => ({
  pattern: new RegExp(`^${escaped(english).replace(/\\\{\w+\\\}/g, "([^]+?)")}$`),
  names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
  said,
});

/**
 * Says a sentence that the server wrote in English in the reader's language. What is not known, as the words of another
 * server, stays as it is.
 */
export function sayFrom(tables: Record<Locale, Sentences>): Say {
  const prepared = new Map<Locale, readonly Known[]>();
  const knownIn = (locale: Locale): readonly Known[] => {
    const kept = prepared.get(locale) ?? Object.entries(tables[locale]).map(prepare);
    prepared.set(locale, kept);
    return kept;
  };
  const say: Say = (text, locale) => {
    for (const { pattern, names, said } of knownIn(locale)) {
      const found = pattern.exec(text);
      if (!found) continue;
      const value = (name: string) => say(found[names.indexOf(name) + 1] ?? "", locale);
      return said.replace(/\{(\w+)\}/g, (_, name: string) => value(name));
    }
    return text;
  };
  return say;
}

/** A problem that was kept with a call, a delivery or a payment. */
export const sayProblem = sayFrom(problemTables);
