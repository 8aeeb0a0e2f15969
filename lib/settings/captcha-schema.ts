import { z } from "zod";
import { plainText } from "../core/wire";

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

const nullableText = (max: number) =>
  plainText(max)
    .nullable()
    .transform((text) => text || null);

export const captchaPatch = z.object({
  provider: z.enum(captchaProviders).optional(),
  scenes: z.partialRecord(z.enum(captchaScenes), z.boolean()).optional(),
  site_key: nullableText(200).optional(),
  /** Write-only; absent keeps the one that is stored. */
  secret: nullableText(500).optional(),
});

/** For everybody. */
export const captchaConfig = z.object({
  provider: z.enum(captchaProviders),
  scenes: z.record(z.enum(captchaScenes), z.boolean()),
  site_key: z.string().nullable(),
});

/** For the admin. */
export const captchaOut = captchaConfig.extend({ has_secret: z.boolean() });
