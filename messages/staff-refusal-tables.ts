// Written by `npm run docs` from the list in lib/core/locale.ts.
import type { Locale } from "@/lib/core/locale";
import * as enInput from "./en/refusals-input";
import * as enState from "./en/refusals-state";
import * as enWords from "./en/refusals-words";
import type { RefusalSentences } from "./sentences";
import * as zhInput from "./zh/refusals-input";
import * as zhState from "./zh/refusals-state";
import * as zhWords from "./zh/refusals-words";

/** The same in the languages that the admin is written in. */
export const staffRefusalTables: Record<Locale, RefusalSentences> = {
  en: {
    sentences: { ...enInput.inputRefusals, ...enState.stateRefusals },
    words: { what: enWords.things, expected: enWords.types, status: enWords.statuses },
  },
  zh: {
    sentences: { ...zhInput.inputRefusals, ...zhState.stateRefusals },
    words: { what: zhWords.things, expected: zhWords.types, status: zhWords.statuses },
  },
  "zh-hant": {
    sentences: { ...enInput.inputRefusals, ...enState.stateRefusals },
    words: { what: enWords.things, expected: enWords.types, status: enWords.statuses },
  },
  ja: {
    sentences: { ...enInput.inputRefusals, ...enState.stateRefusals },
    words: { what: enWords.things, expected: enWords.types, status: enWords.statuses },
  },
  ru: {
    sentences: { ...enInput.inputRefusals, ...enState.stateRefusals },
    words: { what: enWords.things, expected: enWords.types, status: enWords.statuses },
  },
  es: {
    sentences: { ...enInput.inputRefusals, ...enState.stateRefusals },
    words: { what: enWords.things, expected: enWords.types, status: enWords.statuses },
  },
};
