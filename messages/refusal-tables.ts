// Written by `npm run docs` from the list in lib/core/locale.ts.
import type { Locale } from "@/lib/core/locale";
import * as enInput from "./en/refusals-input";
import * as enState from "./en/refusals-state";
import * as enWords from "./en/refusals-words";
import * as esInput from "./es/refusals-input";
import * as esState from "./es/refusals-state";
import * as esWords from "./es/refusals-words";
import * as jaInput from "./ja/refusals-input";
import * as jaState from "./ja/refusals-state";
import * as jaWords from "./ja/refusals-words";
import * as ruInput from "./ru/refusals-input";
import * as ruState from "./ru/refusals-state";
import * as ruWords from "./ru/refusals-words";
import type { RefusalSentences } from "./sentences";
import * as zhInput from "./zh/refusals-input";
import * as zhState from "./zh/refusals-state";
import * as zhWords from "./zh/refusals-words";
import * as zhHantInput from "./zh-hant/refusals-input";
import * as zhHantState from "./zh-hant/refusals-state";
import * as zhHantWords from "./zh-hant/refusals-words";

/** The sentences of refusals and the words in them, in every language. */
export const refusalTables: Record<Locale, RefusalSentences> = {
  en: {
    sentences: { ...enInput.inputRefusals, ...enState.stateRefusals },
    words: { what: enWords.things, expected: enWords.types, status: enWords.statuses },
  },
  zh: {
    sentences: { ...zhInput.inputRefusals, ...zhState.stateRefusals },
    words: { what: zhWords.things, expected: zhWords.types, status: zhWords.statuses },
  },
  "zh-hant": {
    sentences: { ...zhHantInput.inputRefusals, ...zhHantState.stateRefusals },
    words: { what: zhHantWords.things, expected: zhHantWords.types, status: zhHantWords.statuses },
  },
  ja: {
    sentences: { ...jaInput.inputRefusals, ...jaState.stateRefusals },
    words: { what: jaWords.things, expected: jaWords.types, status: jaWords.statuses },
  },
  ru: {
    sentences: { ...ruInput.inputRefusals, ...ruState.stateRefusals },
    words: { what: ruWords.things, expected: ruWords.types, status: ruWords.statuses },
  },
  es: {
    sentences: { ...esInput.inputRefusals, ...esState.stateRefusals },
    words: { what: esWords.things, expected: esWords.types, status: esWords.statuses },
  },
};
