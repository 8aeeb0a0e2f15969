import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { captchaProviders, captchaScenes, type SettingsOut } from "@/lib/settings/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-system.settings">>>;

export interface SettingsSection {
  title: string;
  description?: string;
  fields: FieldSpec[];
}

const languages = ["en", "zh"] as const;

/** Intl leaves UTC out of its list. */
const timeZones = (chosen: string) =>
  [...new Set(["UTC", chosen, ...Intl.supportedValuesOf("timeZone")])].map((value) => ({
    value,
    label: value,
  }));

/** Each section is a form of its own: what is not in it stays as it is. */
export function settingsSections(settings: SettingsOut, t: Texts): SettingsSection[] {
  const { captcha, features, legal } = settings;
  const localeOptions = languages.map((value) => ({ value, label: t(`localeNames.${value}`) }));
  return [
    {
      title: t("general"),
      fields: [
        { kind: "text", name: "site_name", label: t("siteName"), value: settings.site_name, required: true },
        {
          kind: "text",
          name: "currency",
          label: t("currency"),
          hint: t("currencyHint"),
          value: settings.currency,
          required: true,
        },
        {
          kind: "checks",
          name: "locales",
          label: t("locales"),
          value: settings.locales,
          options: localeOptions,
        },
        {
          kind: "select",
          name: "default_locale",
          label: t("defaultLocale"),
          value: settings.default_locale,
          options: localeOptions,
        },
        {
          kind: "select",
          name: "time_zone",
          label: t("timeZone"),
          hint: t("timeZoneHint"),
          value: settings.time_zone,
          options: timeZones(settings.time_zone),
        },
        { kind: "picture", name: "logo", label: t("logo"), value: settings.logo, empty: "null" },
        {
          kind: "text",
          name: "mail_from_name",
          label: t("mailFromName"),
          value: settings.mail_from_name,
          empty: "null",
        },
        {
          kind: "text",
          name: "contact",
          label: t("contact"),
          hint: t("contactHint"),
          value: settings.contact,
          empty: "null",
        },
        {
          kind: "textarea",
          name: "notice",
          label: t("notice"),
          hint: t("noticeHint"),
          value: settings.notice,
          rows: 2,
          wide: true,
          empty: "null",
        },
      ],
    },
    {
      title: t("selling"),
      fields: [
        {
          kind: "number",
          name: "order_expire_minutes",
          label: t("expire"),
          value: settings.order_expire_minutes,
          unit: t("minutes"),
          min: 5,
          max: 1440,
          required: true,
        },
        {
          kind: "number",
          name: "site_order_expire_minutes",
          label: t("siteExpire"),
          value: settings.site_order_expire_minutes,
          unit: t("minutes"),
          min: 5,
          max: 1440,
          required: true,
        },
        {
          kind: "switch",
          name: "low_stock_alerts",
          label: t("lowStock"),
          value: settings.low_stock_alerts,
          wide: true,
        },
      ],
    },
    {
      title: t("features"),
      fields: [
        {
          kind: "switch",
          name: "features.registration",
          label: t("registration"),
          value: features.registration,
        },
        {
          kind: "switch",
          name: "features.guest_checkout",
          label: t("guestCheckout"),
          value: features.guest_checkout,
        },
        { kind: "switch", name: "features.wallet", label: t("wallet"), value: features.wallet },
        { kind: "switch", name: "features.gift_cards", label: t("giftCards"), value: features.gift_cards },
        { kind: "switch", name: "features.coupons", label: t("coupons"), value: features.coupons },
      ],
    },
    {
      title: t("captcha"),
      description: t("captchaText"),
      fields: [
        {
          kind: "select",
          name: "captcha.provider",
          label: t("provider"),
          value: captcha.provider,
          options: captchaProviders.map((value) => ({ value, label: t(`providers.${value}`) })),
          wide: true,
        },
        {
          kind: "text",
          name: "captcha.site_key",
          label: t("siteKey"),
          value: captcha.site_key,
          empty: "null",
          when: { name: "captcha.provider", values: ["turnstile"] },
        },
        {
          kind: "password",
          name: "captcha.secret",
          label: t("secret"),
          placeholder: captcha.has_secret ? t("secretStored") : undefined,
          empty: "omit",
          when: { name: "captcha.provider", values: ["turnstile"] },
        },
        ...captchaScenes.map(
          (scene): FieldSpec => ({
            kind: "switch",
            name: `captcha.scenes.${scene}`,
            label: t(`scenes.${scene}`),
            value: captcha.scenes[scene],
            when: { name: "captcha.provider", values: ["image", "turnstile"] },
          }),
        ),
      ],
    },
    {
      title: t("legal"),
      fields: [
        { kind: "html", name: "legal.terms", label: t("terms"), value: legal.terms, rows: 10, empty: "text" },
        {
          kind: "html",
          name: "legal.privacy",
          label: t("privacy"),
          value: legal.privacy,
          rows: 10,
          empty: "text",
        },
        {
          kind: "html",
          name: "legal.refund",
          label: t("refund"),
          value: legal.refund,
          rows: 10,
          empty: "text",
        },
      ],
    },
  ];
}
