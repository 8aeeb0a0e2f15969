import { problems as en } from "./en/problems";
import type { Locale } from "./locales";
import { problems as zh } from "./zh/problems";

const tables: Record<Locale, Readonly<Record<string, string>>> = { en, zh };

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

const prepared = new Map<Locale, readonly Known[]>();

function knownIn(locale: Locale): readonly Known[] {
  const kept = prepared.get(locale) ?? Object.entries(tables[locale]).map(prepare);
  prepared.set(locale, kept);
  return kept;
}

/**
 * A problem that the server noted in English, in the reader's language. What is not known, as the words of another server,
 * stays as it is.
 */
export function sayProblem(text: string, locale: Locale): string {
  for (const { pattern, names, said } of knownIn(locale)) {
    const found = pattern.exec(text);
    if (!found) continue;
    const value = (name: string) => sayProblem(found[names.indexOf(name) + 1] ?? "", locale);
    return said.replace(/\{(\w+)\}/g, (_, name: string) => value(name));
  }
  return text;
}
