import { inLanguage, type Lang } from "../core/translations";
import type { Settings } from "./types";

/** The settings with the texts that the operator wrote for one language. */
export function inSettingsLanguage(settings: Settings, lang: Lang): Settings {
  const { translations } = settings;
  const { terms, privacy, refund, imprint } = inLanguage({ ...settings.legal, translations }, lang);
  return { ...inLanguage(settings, lang), translations, legal: { terms, privacy, refund, imprint } };
}
