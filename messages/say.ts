import type { Told } from "@/lib/core/refusals/refusal";
import type { Locale } from "./locales";
import { problemTables } from "./problem-tables";
import { refusalTables } from "./refusal-tables";

export type { Told } from "@/lib/core/refusals/refusal";

type Texts = Readonly<Record<string, string>>;

export const isTold = (value: unknown): value is Told =>
  typeof value === "object" && value !== null && "rule" in value && "values" in value;

/** Values of which some are problems, with those said. */
export const sayWithin = <V>(
  data: Readonly<Record<string, V>>,
  locale: Locale,
): Record<string, Exclude<V, Told> | string> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, isTold(value) ? sayTold(value, locale) : value]),
  ) as Record<string, Exclude<V, Told> | string>;

const textIn = (texts: Texts, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;

/** Says a refusal or a problem in the reader's language, and what is a problem within it as well. */
export function sayTold({ rule, values }: Told, locale: Locale): string {
  const { sentences, words } = refusalTables[locale];
  const sentence = textIn(sentences, rule) ?? textIn(problemTables[locale], rule);
  const textOf = (name: string): string => {
    const value = values[name];
    if (isTold(value)) return sayTold(value, locale);
    const text = String(value ?? "");
    return textIn((words as Readonly<Record<string, Texts>>)[name] ?? {}, text) ?? text;
  };
  // A newer release knows more rules, and this one may go on beside it.
  if (sentence === undefined) return [rule, ...Object.keys(values).map(textOf)].join(" ");
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => textOf(name));
}
