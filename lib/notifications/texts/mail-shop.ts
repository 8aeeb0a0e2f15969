import { getConfig } from "../../config/config";
import type { Locale } from "../../core/locale";
import { inSettingsLanguage } from "../../settings/in-language";
import type { Settings } from "../../settings/types";
import type { MailShop } from "./mail-content";

/** The shop as its mails name it in one language. */
export function mailShop(settings: Settings, locale: Locale): MailShop {
  const { siteName: name, timeZone, contact, logo } = inSettingsLanguage(settings, locale);
  const logoUrl = logo ? `${getConfig().server.baseUrl}/brand/icon-180.png` : null;
  return { name, timeZone, contact, logoUrl };
}
