import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import type { ShopMail } from "@/components/store/auth/code-field";
import type { CaptchaConfig, CaptchaScene } from "@/components/store/captcha-field";
import { listLoginProviders } from "@/lib/accounts/identities/providers";
import type { LoginProvider } from "@/lib/accounts/identities/schema";
import { listCategories } from "@/lib/catalogue/queries";
import { getConfig } from "@/lib/config/config";
import { listPageLinks } from "@/lib/content/pages/queries";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import { inSettingsLanguage } from "@/lib/settings/in-language";
import { lookIn } from "@/lib/settings/look/in-language";
import { getSettings } from "@/lib/settings/queries";
import type { Settings } from "@/lib/settings/types";
import { toLocale } from "@/messages/locales";

/** Read once for a request, however many parts of a page ask. */
export const getCategories = cache(async () => listCategories(await getLocale()));

/** The operator's own pages that header and footer lead to. */
export const getPageLinks = cache(async () => listPageLinks(await getLocale()));

/** In the language of the reader, as far as it was translated. */
export const getShopSettings = cache(async () => inSettingsLanguage(await getSettings(), await getLocale()));

/** The operator's own face of the shop, in the language of the reader. */
export const getLook = cache(async () => lookIn((await getSettings()).look, await getLocale()));

export const hasImprint = ({ owner, legal }: Settings): boolean => owner !== null || legal.imprint !== "";

/**
 * Log-in providers, by the reader's names for them. They send people back to the address of the configuration alone, so at
 * another one none is offered.
 */
export const getLoginProviders = cache(async (): Promise<LoginProvider[]> => {
  const base = new URL(getConfig().server.baseUrl);
  if ((await headers()).get("host") !== base.host) return [];
  return listLoginProviders(toLocale(await getLocale()));
});

/** The captcha a form of this scene begins with, or null. */
export async function getCaptcha(scene: CaptchaScene): Promise<CaptchaConfig | null> {
  const { captcha } = await getShopSettings();
  if (captcha.provider === "none" || !captcha.scenes[scene]) return null;
  return { provider: captcha.provider, site_key: captcha.siteKey };
}

/** How a code reaches the reader: by mail, or from the shop itself. */
export async function getShopMail(): Promise<ShopMail> {
  const [sends, { contact }] = await Promise.all([hasMailServer(), getShopSettings()]);
  return { sends, contact };
}
