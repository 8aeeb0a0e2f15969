import type { Told } from "@/lib/core/refusals/refusal";
import type { RefusalSentences } from "./sentences";

export type { Told } from "@/lib/core/refusals/refusal";

type Texts = Readonly<Record<string, string>>;

export const isTold = (value: unknown): value is Told =>
  typeof value === "object" && value !== null && "rule" in value && "values" in value;

const textIn = (texts: Texts, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;

/** Says a refusal or a problem in the language of the tables, and what is a problem within it as well. */
export function sayBy(refusals: RefusalSentences, problems: Texts, { rule, values }: Told): string {
  const { sentences, words } = refusals;
  const sentence = textIn(sentences, rule) ?? textIn(problems, rule);
  const textOf = (name: string): string => {
    const value = values[name];
    if (isTold(value)) return sayBy(refusals, problems, value);
    const text = String(value ?? "");
    return textIn((words as Readonly<Record<string, Texts>>)[name] ?? {}, text) ?? text;
  };
  // A newer release knows more rules, and this one may go on beside it.
  if (sentence === undefined) return [rule, ...Object.keys(values).map(textOf)].join(" ");
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => textOf(name));
}
