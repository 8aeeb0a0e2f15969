// Written by `npm run docs` from the list in lib/core/locale.ts.
import type { Locale } from "@/lib/core/locale";
import { problems as en } from "./en/problems";
import type { ProblemSentences } from "./sentences";
import { problems as zh } from "./zh/problems";

/** Sentences of problems that the server notes, in every language. */
export const problemTables: Record<Locale, ProblemSentences> = {
  en,
  zh,
  "zh-hant": en,
  ja: en,
  ru: en,
  es: en,
};
