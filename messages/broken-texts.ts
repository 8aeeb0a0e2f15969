// Written by `npm run docs` from the list in lib/core/locale.ts.
import type { Locale } from "@/lib/core/locale";
import { broken as en } from "./en/broken";
import { broken as es } from "./es/broken";
import { broken as ja } from "./ja/broken";
import { broken as ru } from "./ru/broken";
import { broken as zh } from "./zh/broken";
import { broken as zhHant } from "./zh-hant/broken";

type Text = { title: string; text: string; again: string };

/** Said in every language when a page could not even be begun. */
export const brokenTexts: Partial<Record<Locale, Text>> = { en, zh, "zh-hant": zhHant, ja, ru, es };
