// Written by `npm run docs` from the list in lib/core/locale.ts.
import type { Locale } from "@/lib/core/locale";
import { language as en } from "./en/language";
import { language as es } from "./es/language";
import { language as ja } from "./ja/language";
import type { Language } from "./language";
import { language as ru } from "./ru/language";
import { language as zh } from "./zh/language";
import { language as zhHant } from "./zh-hant/language";

/** Words of the server, in every language of the shop. */
export const languages: Record<Locale, Language> = {
  en,
  zh,
  "zh-hant": { ...en, ...zhHant },
  ja: { ...en, ...ja },
  ru: { ...en, ...ru },
  es: { ...en, ...es },
};
