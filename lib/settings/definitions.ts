import { z } from "zod";
import { isTimeZone } from "../core/days";
import { locales } from "../core/locale";
import { rule } from "../core/refusals/refusal";
import { translationsIn, translationsOut } from "../core/translations";
import { describedAs, pictureAddress, plainText } from "../core/wire";

/** How the admin's form shows a setting. */
export type SettingField =
  | {
      kind:
        | "text"
        | "textarea"
        | "picture"
        | "switch"
        | "html"
        | "locales"
        | "locale"
        | "timeZone"
        | "translations";
    }
  | { kind: "minutes"; min: number; max: number };

/** One setting: what is accepted, what goes out, its default and its place in the admin. */
export interface Setting<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  section: "general" | "selling" | "features" | "staff" | "legal";
  /** English; other languages translate it in messages/<language>/settings.json. */
  label: string;
  hint?: string;
  field: SettingField;
  input: Input;
  output: Output;
  default: z.output<Output>;
  /** Part of GET /api/v1/public/config. */
  isPublic: boolean;
}

type Base<P extends boolean> = Pick<Setting, "section" | "label" | "hint"> & { isPublic: P };

export const currencyCode = z
  .string()
  .trim()
  .regex(/^[A-Z]{3}$/, rule("currency"));

const nullableText = (max: number) =>
  plainText(max)
    .nullable()
    .transform((text) => text || null);

const text = <const P extends boolean>(max: number, base: Base<P> & { kind?: "text" | "textarea" }) => ({
  ...base,
  field: { kind: base.kind ?? "text" } as SettingField,
  input: nullableText(max),
  output: z.string().nullable(),
  default: null as string | null,
});

const minutes = <const P extends boolean>(byDefault: number, base: Base<P>) => ({
  ...base,
  field: { kind: "minutes", min: 5, max: 1440 } as SettingField,
  input: z.int().min(5).max(1440),
  output: z.int(),
  default: byDefault,
});

const flag = <const P extends boolean>(byDefault: boolean, base: Base<P>) => ({
  ...base,
  field: { kind: "switch" } as SettingField,
  input: z.boolean(),
  output: z.boolean(),
  default: byDefault,
});

const feature = (label: string) => flag(true, { section: "features", label, isPublic: true });

const legalText = z.string().max(100_000);

const page = (label: string) => ({
  section: "legal" as const,
  label,
  field: { kind: "html" } as SettingField,
  input: legalText,
  output: z.string(),
  default: "",
  isPublic: false as const,
});

const translatedTexts = {
  site_name: plainText(60),
  contact: plainText(500),
  notice: plainText(1000),
  terms: legalText,
  privacy: legalText,
  refund: legalText,
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
    field: { kind: "text" },
    input: plainText(60, 1),
    output: z.string(),
    default: "Keyshelf",
    isPublic: true,
  },
  currency: {
    section: "general",
    label: "Currency",
    hint: "Three letters. It cannot change once there are orders or balances.",
    field: { kind: "text" },
    input: currencyCode,
    output: z.string(),
    default: "USD",
    isPublic: true,
  },
  locales: {
    section: "general",
    label: "Languages",
    field: { kind: "locales" },
    input: z
      .array(z.enum(locales))
      .min(1)
      .transform((chosen) => [...new Set(chosen)]),
    output: z.array(z.string()),
    default: [...locales],
    isPublic: true,
  },
  default_locale: {
    section: "general",
    label: "Default language",
    field: { kind: "locale" },
    input: z.enum(locales),
    output: z.string(),
    default: "en",
    isPublic: true,
  },
  time_zone: {
    section: "general",
    label: "Time zone",
    hint: "Where days begin, in reports and filters; mails name times in it",
    field: { kind: "timeZone" },
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
    field: { kind: "picture" },
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
  notice: text(1000, {
    section: "general",
    kind: "textarea",
    label: "Notice",
    hint: "Shown at the top of the shop",
    isPublic: true,
  }),
  order_expire_minutes: minutes(15, {
    section: "selling",
    label: "Reserve for shoppers",
    isPublic: true,
  }),
  site_order_expire_minutes: minutes(30, {
    section: "selling",
    label: "Reserve for agent sites",
    isPublic: false,
  }),
  low_stock_alerts: flag(true, {
    section: "selling",
    label: "Alert when stock runs low",
    isPublic: false,
  }),
  features: {
    registration: feature("Sign up"),
    guest_checkout: feature("Buy without an account"),
    wallet: feature("Hold a balance"),
    gift_cards: feature("Redeem gift cards"),
    coupons: feature("Use coupons"),
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
  },
  translations: {
    section: "general",
    label: "Texts in other languages",
    hint: "What is left empty is shown as written above",
    field: { kind: "translations" },
    input: translationsIn(translatedTexts),
    output: translationsOut,
    default: {},
    isPublic: false,
  },
} as const satisfies Record<string, Setting | Record<string, Setting>>;

export type SettingDefinitions = typeof settingDefinitions;

export const isSetting = (entry: Setting | Record<string, Setting>): entry is Setting => "input" in entry;

/** Each setting with its path on the wire (`features.wallet`). */
export function listSettings(): { path: string; setting: Setting }[] {
  const entries = Object.entries(settingDefinitions) as [string, Setting | Record<string, Setting>][];
  return entries.flatMap(([name, entry]) =>
    isSetting(entry)
      ? [{ path: name, setting: entry }]
      : Object.entries(entry).map(([part, setting]) => ({ path: `${name}.${part}`, setting })),
  );
}
