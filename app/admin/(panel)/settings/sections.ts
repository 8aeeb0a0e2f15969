import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { inLanguages, languagesOf } from "@/components/admin/form/in-languages";
import { captchaProviders, captchaScenes } from "@/lib/settings/captcha-schema";
import { listSettings, translatedSettings } from "@/lib/settings/definitions";
import type { SettingsOut } from "@/lib/settings/schema";
import { reviewModes } from "@/lib/settings/selling-settings";
import type { Setting } from "@/lib/settings/setting-kinds";
import { type Locale, languageTag, localeName, locales } from "@/messages/locales";
import type { SettingTexts } from "@/messages/setting-texts";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-system.settings">>>;

export interface SettingsSection {
  /** Part of the address that leads to it. */
  id: string;
  title: string;
  description?: string;
  fields: FieldSpec[];
}

/** Intl leaves UTC out of its list. */
const timeZones = (chosen: string) =>
  [...new Set(["UTC", chosen, ...Intl.supportedValuesOf("timeZone")])].map((value) => ({
    value,
    label: value,
  }));

/** Three letters and the name in the reader's language; a code that is chosen and has no name stays in the list. */
export function currencyOptions(chosen: string, locale: Locale) {
  const names = new Intl.DisplayNames(languageTag[locale], { type: "currency" });
  return [...new Set([chosen, ...Intl.supportedValuesOf("currency")])]
    .filter((code) => code !== "")
    .sort()
    .map((value) => {
      const name = names.of(value);
      return { value, label: name && name !== value ? `${value} · ${name}` : value };
    });
}

const localeOptions = locales.map((value) => ({ value, label: localeName(value) }));

const valueAt = (settings: SettingsOut, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], settings);

interface Reader {
  locale: Locale;
  labels: SettingTexts;
  t: Texts;
}

function fieldOf(path: string, setting: Setting, value: unknown, { locale, labels, t }: Reader): FieldSpec {
  const { field, default: byDefault } = setting;
  const common = { name: path, label: labels[path]?.label ?? setting.label, hint: labels[path]?.hint };
  const text = value as string | null;
  const isRequired = byDefault !== null;
  switch (field.kind) {
    case "switch":
      return { ...common, kind: "switch", value: value === true };
    case "minutes":
    case "days":
    case "hour":
      return {
        ...common,
        ...field,
        kind: "number",
        value: value as number,
        unit: t(field.kind),
        required: true,
      };
    case "locales":
      return { ...common, kind: "checks", value: value as string[], options: localeOptions };
    case "locale":
      return { ...common, kind: "select", value: text, options: localeOptions };
    case "timeZone":
      return { ...common, kind: "select", value: text, options: timeZones(text ?? "UTC") };
    case "currency":
      return { ...common, kind: "select", value: text, options: currencyOptions(text ?? "", locale) };
    case "reviews":
      return {
        ...common,
        kind: "select",
        value: text,
        options: reviewModes.map((value) => ({ value, label: t(`reviewModes.${value}`) })),
      };
    case "picture":
      return { ...common, kind: "picture", value: text, empty: "null" };
    case "textarea":
      return { ...common, kind: "textarea", value: text, rows: 2, wide: true, empty: "null" };
    case "html":
      return { ...common, kind: "html", value: text, rows: 10, empty: "text" };
    default:
      return isRequired
        ? { ...common, kind: "text", value: text, required: true }
        : { ...common, kind: "text", value: text, empty: "null" };
  }
}

/** Each section is a form of its own: what is not in it stays as it is. */
export function settingsSections(settings: SettingsOut, reader: Reader): SettingsSection[] {
  const { t } = reader;
  const { captcha } = settings;
  const languages = languagesOf({ locales: settings.locales, defaultLocale: settings.default_locale });
  const section = (name: Exclude<Setting["section"], "look">): SettingsSection => ({
    id: name,
    title: t(name),
    fields: inLanguages(
      listSettings()
        .filter(({ setting }) => setting.section === name && setting.field.kind !== "translations")
        .map(({ path, setting }) => fieldOf(path, setting, valueAt(settings, path), reader)),
      translatedSettings,
      languages,
      settings.translations,
    ),
  });
  return [
    section("general"),
    section("selling"),
    section("features"),
    section("staff"),
    {
      id: "captcha",
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
    section("legal"),
  ];
}
