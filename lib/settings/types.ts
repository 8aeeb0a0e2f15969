import type { CaptchaProvider, CaptchaScene } from "./schema";

/** What an operator changes while the shop runs. */
export interface Settings {
  siteName: string;
  /** ISO 4217. */
  currency: string;
  locales: string[];
  defaultLocale: string;
  /** IANA name: where the shop's days begin, in reports, filters and mails. */
  timeZone: string;
  orderExpireMinutes: number;
  siteOrderExpireMinutes: number;
  captcha: {
    provider: CaptchaProvider;
    scenes: Record<CaptchaScene, boolean>;
    siteKey: string | null;
    /** Base64 of the sealed Turnstile secret (lib/settings/captcha-secret.ts opens it). */
    secretSealed: string | null;
  };
  features: {
    registration: boolean;
    guestCheckout: boolean;
    wallet: boolean;
    giftCards: boolean;
    coupons: boolean;
  };
  contact: string | null;
  notice: string | null;
  mailFromName: string | null;
  logo: string | null;
  /** Sanitised HTML. */
  legal: { terms: string; privacy: string; refund: string };
  lowStockAlerts: boolean;
}
