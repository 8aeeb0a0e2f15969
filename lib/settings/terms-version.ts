import { sha256Hex } from "../core/crypto";
import { readTranslations } from "../core/translations";
import type { Settings } from "./types";

/** The shop's own terms of sale, in its language (`default`) and in those that it wrote others for. */
export function termsTexts({ legal, translations }: Pick<Settings, "legal" | "translations">) {
  const others = Object.entries(readTranslations(translations)).flatMap(([locale, texts]) =>
    texts?.["terms"] ? [[locale, texts["terms"]] as const] : [],
  );
  return Object.fromEntries([["default", legal.terms] as const, ...others]);
}

// Settings are read anew every few seconds and are the same: only another text is hashed again.
let last: { text: string; version: string } | undefined;

/** Names these texts and no others; null where the shop wrote none. */
export function termsVersionOf(settings: Pick<Settings, "legal" | "translations">): string | null {
  const texts = termsTexts(settings);
  if (Object.values(texts).every((text) => text === "")) return null;
  const text = JSON.stringify(texts);
  if (last?.text !== text) last = { text, version: sha256Hex(text).slice(0, 16) };
  return last.version;
}
