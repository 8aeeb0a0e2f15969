import { inputRefusals as inputEn } from "./en/refusals-input";
import { stateRefusals as stateEn, statuses as statusesEn, things as thingsEn } from "./en/refusals-state";
import type { Locale } from "./locales";
import { type Say, sayFrom } from "./problems";
import { inputRefusals as inputZh } from "./zh/refusals-input";
import { stateRefusals as stateZh, statuses as statusesZh, things as thingsZh } from "./zh/refusals-state";

type Texts = Readonly<Record<string, string>>;

const english: readonly Texts[] = [inputEn, stateEn, statusesEn, thingsEn];
const written: Record<Locale, readonly Texts[]> = {
  en: english,
  zh: [inputZh, stateZh, statusesZh, thingsZh],
};

/** By its English. */
const sentencesIn = (locale: Locale): Texts =>
  Object.fromEntries(
    english.flatMap((texts, at) =>
      Object.entries(texts).map(([name, text]) => [text, written[locale][at]?.[name] ?? text]),
    ),
  );

const say = sayFrom({ en: sentencesIn("en"), zh: sentencesIn("zh") });

/** What a call was refused with, in the reader's language: the answer itself is in English, after the member it is about. */
export const sayToldRefusal: Say = (text, locale) => {
  const [, field, sentence] = /^([\w.[\]-]+): (.+)$/s.exec(text) ?? [];
  return sentence ? `${field}: ${say(sentence, locale)}` : say(text, locale);
};
