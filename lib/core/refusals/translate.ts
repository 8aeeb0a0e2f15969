import * as enInput from "../../../messages/en/refusals-input";
import * as enState from "../../../messages/en/refusals-state";
import * as zhInput from "../../../messages/zh/refusals-input";
import * as zhState from "../../../messages/zh/refusals-state";
import type { Locale } from "../locale";
import { type Rule, type Said, toRefusal } from "./refusal";

interface Language {
  sentences: Readonly<Record<Rule, string>>;
  /** By the name of the value. A title or a code of the shop is never looked up here. */
  words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Texts {
  inputRefusals: Omit<Language["sentences"], keyof typeof enState.stateRefusals>;
  stateRefusals: Omit<Language["sentences"], keyof typeof enInput.inputRefusals>;
}

type Words = Pick<typeof enState, "things" | "types" | "statuses">;
type WordsOf<W> = { [Group in keyof W]: Readonly<Record<keyof W[Group], string>> };

const language = (
  { inputRefusals }: Pick<Texts, "inputRefusals">,
  { stateRefusals, things, types, statuses }: Pick<Texts, "stateRefusals"> & WordsOf<Words>,
): Language => ({
  sentences: { ...inputRefusals, ...stateRefusals },
  words: { what: things, expected: types, status: statuses },
});

const languages: Record<Locale, Language> = {
  en: language(enInput, enState),
  zh: language(zhInput, zhState),
};

export const rules = Object.keys(languages.en.sentences) as Rule[];

/** The sentence with its names in braces, as it stands in the messages. */
export const writtenSentence = (rule: Rule, locale: Locale): string => languages[locale].sentences[rule];

export function sayRefusal(said: Said, locale: Locale): string {
  const { rule, values } = toRefusal(said);
  const { sentences, words } = languages[locale];
  return sentences[rule].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return words[name]?.[value] ?? value;
  });
}
