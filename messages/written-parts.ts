// Written by `npm run docs` from the list in lib/core/locale.ts.
import type { Locale } from "@/lib/core/locale";
import type { Part } from "./parts";

/** Parts that the folder of a language has files of. */
export const writtenParts: Record<Locale, readonly Part[]> = {
  en: ["shopper", "mails", "admin"],
  zh: ["shopper", "mails", "admin"],
  "zh-hant": ["shopper", "mails"],
  ja: ["shopper", "mails"],
  ru: ["shopper", "mails"],
  es: ["shopper", "mails"],
};
