import { z } from "zod";
import { isTimeZone } from "../core/days";
import { baseLocale, firstLocales, locales } from "../core/locale";
import { rule } from "../core/refusals/refusal";
import { describedAs } from "../core/shapes/described";
import { translationsIn, translationsOut } from "../core/translations";
import { pictureAddress, plainText } from "../core/wire";
import { lookSettings } from "./look/definitions";
import { sellingSettings } from "./selling-settings";
import {
  currencyCode,
  feature,
  flag,
  isSetting,
  legalText,
  page,
  type Setting,
  taxRates,
  text,
  unset,
} from "./setting-kinds";

const translatedTexts = {
  site_name: plainText(60),
  contact: plainText(500),
  contact_hours: plainText(120),
  notice: plainText(1000),
  maintenance_text: plainText(1000),
  tax_note: plainText(100),
  terms: legalText,
  privacy: legalText,
  refund: legalText,
  imprint: legalText,
};

/** The settings that have a text in each language. */
export const translatedSettings = Object.keys(translatedTexts);

/**
 * Every setting that an operator changes while the shop runs, by its name on the wire; a group is one member with
 * members of its own. The patch schema, the answers, `Settings`, the admin's form and docs/settings.md follow from it.
 * The captcha has a secret and is defined in schema.ts.
 */
export const settingDefinitions = {
  site_name: {
    section: "general",
    label: "Name of the shop",
    input: plainText(60, 1),
    output: z.string(),
    default: "Keyshelf",
    isPublic: true,
  },
  currency: {
    section: "general",
    label: "Currency",
    hint: "It cannot change once there are orders or balances.",
    drawn: "currencies",
    input: currencyCode,
    output: z.string(),
    default: "USD",
    isPublic: true,
  },
  locales: {
    section: "general",
    label: "Languages",
    drawn: "locales",
    input: z
      .array(z.enum(locales))
      .min(1)
      .transform((chosen) => [...new Set(chosen)]),
    output: z.array(z.string()),
    default: [...firstLocales],
    isPublic: true,
  },
  default_locale: {
    section: "general",
    label: "Default language",
    drawn: "locales",
    input: z.enum(locales),
    output: z.string(),
    default: baseLocale,
    isPublic: true,
  },
  time_zone: {
    section: "general",
    label: "Time zone",
    hint: "Where days begin, in reports and filters; mails name times in it",
    drawn: "timeZones",
    input: describedAs(z.string().refine(isTimeZone, rule("time_zone")), {
      is: { type: "string", pattern: "^(UTC|(Africa|America|Asia|Australia|Europe|Pacific)/[A-Za-z_/-]+)$" },
    }),
    output: z.string(),
    default: "UTC",
    isPublic: false,
  },
  logo: {
    section: "general",
    label: "Logo",
    input: pictureAddress.nullable(),
    output: z.string().nullable(),
    default: null,
    isPublic: true,
  },
  mail_from_name: text(60, {
    section: "general",
    label: "Sender’s name in mails",
    isPublic: false,
  }),
  contact: text(500, {
    section: "general",
    label: "Contact",
    hint: "Shown at the foot of every page",
    isPublic: true,
  }),
  contact_hours: text(120, {
    section: "general",
    label: "When you answer",
    hint: "Stands beside the seller on each product’s page, such as Mon–Fri 9–18",
    isPublic: true,
  }),
  notice: text(1000, {
    section: "general",
    drawn: "textarea",
    label: "Notice",
    hint: "Shown at the top of the shop. A visitor can close it; another text shows again.",
    isPublic: true,
  }),
  maintenance: flag(false, {
    section: "general",
    label: "Closed for maintenance",
    hint: "Visitors see a page that says so, and nobody can order. Placed orders can be paid and read; staff who are logged in see the shop.",
    isPublic: true,
  }),
  maintenance_text: text(1000, {
    section: "general",
    drawn: "textarea",
    label: "What visitors read during maintenance",
    hint: "When the shop opens again, for instance",
    isPublic: false,
  }),
  owner: text(1000, {
    section: "legal",
    drawn: "textarea",
    label: "Owner of the shop",
    hint: "Name, address and registration numbers, as the law asks for them: on the imprint and on receipts",
    isPublic: false,
  }),
  tax_note: text(100, {
    section: "legal",
    label: "Note about tax",
    hint: "Beside the price to pay and on receipts, for instance: incl. VAT",
    isPublic: true,
  }),
  tax_id: text(60, {
    section: "legal",
    label: "Tax number",
    hint: "On receipts",
    isPublic: false,
  }),
  tax_rates: {
    section: "legal",
    label: "Tax rates",
    hint: "One a line, a country and percent: DE 19. A line with * counts for all others. Prices include the tax; without a line receipts name none.",
    drawn: "textarea",
    input: taxRates,
    output: z.string().nullable(),
    default: unset(),
    isPublic: false,
  },
  receipt_prefix: text(20, {
    section: "legal",
    label: "Receipts begin with",
    hint: "Before the number, which goes on counting: R-000001. Empty: the number alone.",
    isPublic: false,
  }),
  credit_note_prefix: text(20, {
    section: "legal",
    label: "Credit notes begin with",
    hint: "They count for themselves",
    isPublic: false,
  }),
  ...sellingSettings,
  features: {
    registration: feature("Sign up"),
    guest_checkout: feature("Buy without an account"),
    wallet: feature("Hold a balance"),
    gift_cards: feature("Redeem gift cards"),
    coupons: feature("Use coupons"),
    guide: feature("Show the guide for programmers (/docs)"),
  },
  staff_second_factor: flag(false, {
    section: "staff",
    label: "Demand a second factor of all staff",
    hint: "Whoever has none is led to switch it on and sees nothing else before. For owners to change.",
    isPublic: false,
  }),
  legal: {
    terms: page("Terms of sale"),
    privacy: page("Privacy"),
    refund: page("Refunds"),
    imprint: page("Imprint"),
  },
  look: lookSettings,
  translations: {
    section: "general",
    label: "Texts in other languages",
    hint: "What is left empty is shown as written above",
    drawn: "translations",
    input: translationsIn(translatedTexts),
    output: translationsOut,
    default: {},
    isPublic: false,
  },
} as const satisfies Record<string, Setting | Record<string, Setting>>;

export type SettingDefinitions = typeof settingDefinitions;

export const settingEntries = Object.entries<Setting | Record<string, Setting>>(settingDefinitions);

/** Each setting with its path on the wire (`features.wallet`). */
export function listSettings(): { path: string; setting: Setting }[] {
  return settingEntries.flatMap(([name, entry]) =>
    isSetting(entry)
      ? [{ path: name, setting: entry }]
      : Object.entries(entry).map(([part, setting]) => ({ path: `${name}.${part}`, setting })),
  );
}
