import { cache } from "react";
import type { CaptchaConfig, CaptchaScene } from "@/components/store/captcha-field";
import { listCategories } from "@/lib/catalogue/queries";
import { getSettings } from "@/lib/settings/queries";

/** Read once for a request, however many parts of a page ask. */
export const getCategories = cache(listCategories);

export const getShopSettings = cache(getSettings);

/** The captcha a form of this scene begins with, or null. */
export async function getCaptcha(scene: CaptchaScene): Promise<CaptchaConfig | null> {
  const { captcha } = await getShopSettings();
  if (captcha.provider === "none" || !captcha.scenes[scene]) return null;
  return { provider: captcha.provider, site_key: captcha.siteKey };
}
