import { z } from "zod";
import { isTimeZone } from "../core/days";
import { pictureAddress, plainText, timeOut } from "../core/wire";

export const captchaScenes = [
  "login",
  "register",
  "send_code",
  "forgot",
  "guest_order",
  "guest_recover",
  "gift_card",
] as const;
export type CaptchaScene = (typeof captchaScenes)[number];

export const captchaProviders = ["none", "image", "turnstile"] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

const localeTag = z.enum(["en", "zh"]);
const nullableText = (max: number) =>
  plainText(max)
    .nullable()
    .transform((text) => text || null);

export const currencyCode = z
  .string()
  .trim()
  .regex(/^[A-Z]{3}$/, "must be a three-letter currency code, like USD");

/** PATCH /api/v1/admin/settings: what is absent stays as it is. */
export const settingsPatch = z.object({
  site_name: plainText(60, 1).optional(),
  currency: currencyCode.optional(),
  locales: z.array(localeTag).min(1, "must name at least one language").optional(),
  default_locale: localeTag.optional(),
  time_zone: z.string().refine(isTimeZone, "must be a time zone, like Europe/Berlin").optional(),
  order_expire_minutes: z.int().min(5, "must be at least 5").max(1440, "must be at most 1440").optional(),
  site_order_expire_minutes: z
    .int()
    .min(5, "must be at least 5")
    .max(1440, "must be at most 1440")
    .optional(),
  captcha: z
    .object({
      provider: z.enum(captchaProviders).optional(),
      scenes: z.partialRecord(z.enum(captchaScenes), z.boolean()).optional(),
      site_key: nullableText(200).optional(),
      /** Write-only; absent keeps the one that is stored. */
      secret: nullableText(500).optional(),
    })
    .optional(),
  features: z
    .object({
      registration: z.boolean().optional(),
      guest_checkout: z.boolean().optional(),
      wallet: z.boolean().optional(),
      gift_cards: z.boolean().optional(),
      coupons: z.boolean().optional(),
    })
    .optional(),
  contact: nullableText(500).optional(),
  notice: nullableText(1000).optional(),
  mail_from_name: nullableText(60).optional(),
  logo: pictureAddress.nullable().optional(),
  legal: z
    .object({
      terms: z.string().max(100_000, "must have at most 100000 characters").optional(),
      privacy: z.string().max(100_000, "must have at most 100000 characters").optional(),
      refund: z.string().max(100_000, "must have at most 100000 characters").optional(),
    })
    .optional(),
  low_stock_alerts: z.boolean().optional(),
  /** What the changed members were when the operator read them, by path (`captcha.provider`). */
  seen: z.record(z.string(), z.unknown()).optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatch>;

/** What the admin sees: everything but the captcha secret. */
export const settingsOut = z.object({
  site_name: z.string(),
  currency: z.string(),
  locales: z.array(z.string()),
  default_locale: z.string(),
  time_zone: z.string(),
  order_expire_minutes: z.int(),
  site_order_expire_minutes: z.int(),
  captcha: z.object({
    provider: z.enum(captchaProviders),
    scenes: z.record(z.enum(captchaScenes), z.boolean()),
    site_key: z.string().nullable(),
    has_secret: z.boolean(),
  }),
  features: z.object({
    registration: z.boolean(),
    guest_checkout: z.boolean(),
    wallet: z.boolean(),
    gift_cards: z.boolean(),
    coupons: z.boolean(),
  }),
  contact: z.string().nullable(),
  notice: z.string().nullable(),
  mail_from_name: z.string().nullable(),
  logo: z.string().nullable(),
  legal: z.object({ terms: z.string(), privacy: z.string(), refund: z.string() }),
  low_stock_alerts: z.boolean(),
});
export type SettingsOut = z.infer<typeof settingsOut>;

const featuresOut = settingsOut.shape.features;

/** Of the site configuration everything but the payment channels, which lib/payments adds. */
export const siteConfig = z.object({
  site_name: z.string(),
  currency: z.string(),
  locales: z.array(z.string()),
  default_locale: z.string(),
  captcha: z.object({
    provider: z.enum(captchaProviders),
    scenes: z.record(z.enum(captchaScenes), z.boolean()),
    site_key: z.string().nullable(),
  }),
  features: featuresOut,
  order_expire_minutes: z.int(),
  contact: z.string().nullable(),
  notice: z.string().nullable(),
  logo: z.string().nullable(),
  server_time: timeOut,
  version: z.string(),
});
export type SiteConfig = z.infer<typeof siteConfig>;
