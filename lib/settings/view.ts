import { version } from "../config/version";
import { now } from "../core/clock";
import { toTime } from "../core/wire";
import type { SettingsOut, SiteConfig } from "./schema";
import type { Settings } from "./types";

const toFeatures = ({ features }: Settings): SiteConfig["features"] => ({
  registration: features.registration,
  guest_checkout: features.guestCheckout,
  wallet: features.wallet,
  gift_cards: features.giftCards,
  coupons: features.coupons,
});

/** For everybody. */
export const toSiteConfig = (settings: Settings): SiteConfig => ({
  site_name: settings.siteName,
  currency: settings.currency,
  locales: settings.locales,
  default_locale: settings.defaultLocale,
  captcha: {
    provider: settings.captcha.provider,
    scenes: settings.captcha.scenes,
    site_key: settings.captcha.provider === "turnstile" ? settings.captcha.siteKey : null,
  },
  features: toFeatures(settings),
  order_expire_minutes: settings.orderExpireMinutes,
  contact: settings.contact,
  notice: settings.notice,
  logo: settings.logo,
  server_time: toTime(now()),
  version,
});

/** For the admin: everything but the captcha secret. */
export const toSettings = (settings: Settings): SettingsOut => ({
  site_name: settings.siteName,
  currency: settings.currency,
  locales: settings.locales,
  default_locale: settings.defaultLocale,
  time_zone: settings.timeZone,
  order_expire_minutes: settings.orderExpireMinutes,
  site_order_expire_minutes: settings.siteOrderExpireMinutes,
  captcha: {
    provider: settings.captcha.provider,
    scenes: settings.captcha.scenes,
    site_key: settings.captcha.siteKey,
    has_secret: settings.captcha.secretSealed !== null,
  },
  features: toFeatures(settings),
  contact: settings.contact,
  notice: settings.notice,
  mail_from_name: settings.mailFromName,
  logo: settings.logo,
  legal: settings.legal,
  low_stock_alerts: settings.lowStockAlerts,
});
