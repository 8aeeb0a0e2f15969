import { z } from "zod";
import { type Locale, locales } from "../../core/locale";
import { inSettingsLanguage } from "../../settings/in-language";
import type { Settings } from "../../settings/types";
import type { Seller } from "./schema";

const text = z.string().nullable();
const sellerTexts = z.object({ name: z.string(), contact: text, taxNote: text });
const storedSeller = z.object({
  owner: text,
  taxId: text,
  texts: z.record(z.string(), sellerTexts),
});
type StoredSeller = z.output<typeof storedSeller>;

/** Seller as a document keeps it: in every language, because its reader's is not known yet. */
export function sellerOf(settings: Settings): StoredSeller {
  const { owner, taxId } = settings;
  const texts = locales.map((locale) => {
    const { siteName: name, contact, taxNote } = inSettingsLanguage(settings, locale);
    return [locale, { name, contact, taxNote }] as const;
  });
  return { owner, taxId, texts: Object.fromEntries(texts) };
}

export function readSeller(stored: unknown, locale: Locale): Seller {
  const { owner, taxId, texts } = storedSeller.parse(stored);
  const [first] = Object.values(texts);
  return { owner, taxId, ...(texts[locale] ?? first ?? { name: "", contact: null, taxNote: null }) };
}
