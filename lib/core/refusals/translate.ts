import { languages } from "../../../messages/languages";
import { sayProblem } from "../../../messages/problems";
import type { Locale } from "../locale";
import { keysOf } from "../shapes/records";
import { type Rule, type Said, toRefusal } from "./refusal";

export const rules = keysOf(languages.en.refusals);

/** The sentence with its placeholders, as in the messages. */
export const writtenSentence = (rule: Rule, locale: Locale): string => languages[locale].refusals[rule];

export function sayRefusal(said: Said, locale: Locale): string {
  const { rule, values } = toRefusal(said);
  const { refusals, refusalWords } = languages[locale];
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = refusalWords;
  return refusals[rule].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return words[name]?.[value] ?? (name === "reason" ? sayProblem(value, locale) : value);
  });
}
