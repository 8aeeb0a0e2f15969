import { getLocale } from "next-intl/server";
import { cache } from "react";
import type { ShopMail } from "@/components/store/auth/code-field";
import type { CaptchaConfig, CaptchaScene } from "@/components/store/captcha-field";
import { listCategories } from "@/lib/catalogue/queries";
import { listPageLinks } from "@/lib/content/pages/queries";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import { inSettingsLanguage } from "@/lib/settings/in-language";
import { lookIn } from "@/lib/settings/look/in-language";
import { getSettings } from "@/lib/settings/queries";
import type { Settings } from "@/lib/settings/types";

/** Read once for a request, however many parts of a page ask. */
export const getCategories = cache(async () => listCategories(await getLocale()));

/** The operator's own pages that header and footer lead to. */
export const getPageLinks = cache(async () => listPageLinks(await getLocale()));

/** In the language of the reader, as far as it was translated. */
export const getShopSettings = cache(async () => inSettingsLanguage(await getSettings(), await getLocale()));

/** The operator's own face of the shop, in the language of the reader. */
export const getLook = cache(async () => lookIn((await getSettings()).look, await getLocale()));

export const hasImprint = ({ owner, legal }: Settings): boolean => owner !== null || legal.imprint !== "";

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
