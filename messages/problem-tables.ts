// Written by `npm run docs` from the list in lib/core/locale.ts.
import type { Locale } from "@/lib/core/locale";
import { problems as en } from "./en/problems";
import { problems as zh } from "./zh/problems";

type Texts = Readonly<Record<string, string>>;

/** Problems of calls and deliveries that the server notes, in every language, by their English. */
export const problemTables: Record<Locale, Texts> = { en, zh };
