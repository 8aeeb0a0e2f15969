// Written by `npm run docs` from the list in lib/core/locale.ts.
import type { Locale } from "@/lib/core/locale";
import * as enInput from "./en/refusals-input";
import * as enState from "./en/refusals-state";
import * as enWords from "./en/refusals-words";
import * as zhInput from "./zh/refusals-input";
import * as zhState from "./zh/refusals-state";
import * as zhWords from "./zh/refusals-words";

type Texts = Readonly<Record<string, string>>;

/** The sentences of refusals and the words in them, in every language and in one order. */
export const refusalTables: Record<Locale, readonly Texts[]> = {
  en: [enInput.inputRefusals, enState.stateRefusals, enWords.statuses, enWords.things],
  zh: [zhInput.inputRefusals, zhState.stateRefusals, zhWords.statuses, zhWords.things],
};
