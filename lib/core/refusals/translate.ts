import { languages } from "../../../messages/languages";
import { sayTold } from "../../../messages/say";
import type { Locale } from "../locale";
import { keysOf } from "../shapes/records";
import { type Rule, type Said, toRefusal } from "./refusal";

export const rules = keysOf(languages.en.refusals);

/** The sentence with its placeholders, as in the messages. */
export const writtenSentence = (rule: Rule, locale: Locale): string => languages[locale].refusals[rule];

export const sayRefusal = (said: Said, locale: Locale): string => sayTold(toRefusal(said), locale);
