import type { getTranslations } from "next-intl/server";
import { z } from "zod";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { type Drawn, fieldsOf } from "@/components/admin/form/fields-of";
import { inLanguages, languagesOf } from "@/components/admin/form/in-languages";
import { memberOf } from "@/lib/core/shapes/records";
import { captchaPatch, captchaScenes } from "@/lib/settings/captcha-schema";
import { listSettings, translatedSettings } from "@/lib/settings/definitions";
import type { SettingsOut } from "@/lib/settings/schema";
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
  path.split(".").reduce<unknown>(memberOf, settings);

interface Reader {
  locale: Locale;
  labels: SettingTexts;
  t: Texts;
}

/** Tells of a field what the setting's schema does not. */
function drawnAs({ drawn }: Setting, value: unknown, { locale, t }: Reader): Drawn {
  const chosen = String(value ?? "");
  switch (drawn) {
    case "minutes":
    case "days":
    case "hour":
      return { unit: t(drawn) };
    case "locales":
      return { options: localeOptions };
    case "timeZones":
      return { kind: "select", options: timeZones(chosen || "UTC") };
    case "currencies":
      return { kind: "select", options: currencyOptions(chosen, locale) };
    case "textarea":
      return { kind: "textarea", rows: 2, wide: true };
    case "html":
      return { kind: "html", rows: 10, empty: "text" };
    default:
      return {};
  }
}

/** Label and hint of a setting stand with the settings, the names of its choices with their page. */
function wordsOf(labels: SettingTexts, t: Texts) {
  const said = new Map(
    Object.entries(labels).flatMap(([path, { label, hint }]) => [
      [`fields.${path}.label`, label],
      [`fields.${path}.hint`, hint],
    ]),
  );
  const say = (key: string) => said.get(key) ?? t(key as "fields.reviews.off");
  return Object.assign(say, { has: (key: string) => said.get(key) !== undefined });
}

function fieldsIn(section: Setting["section"], settings: SettingsOut, reader: Reader): FieldSpec[] {
  const own = listSettings()
    .filter(({ setting }) => setting.section === section && setting.drawn !== "translations")
    .map(({ path, setting }) => ({ path, setting, value: valueAt(settings, path) }));
  return fieldsOf(
    z.object(Object.fromEntries(own.map(({ path, setting }) => [path, setting.input]))),
    Object.fromEntries(own.map(({ path, value }) => [path, value])),
    wordsOf(reader.labels, reader.t),
    Object.fromEntries(own.map(({ path, setting, value }) => [path, drawnAs(setting, value, reader)])),
  );
}

function captchaFields({ captcha }: SettingsOut, t: Texts): FieldSpec[] {
  const atTurnstile = { name: "captcha.provider", values: ["turnstile"] };
  return [
    ...fieldsOf(
      captchaPatch,
      captcha,
      t,
      {
        provider: { wide: true },
        site_key: { when: atTurnstile },
        secret: {
          kind: "password",
          placeholder: captcha.has_secret ? t("secretStored") : undefined,
          empty: "omit",
          when: atTurnstile,
        },
      },
      "captcha",
    ),
    ...captchaScenes.map(
      (scene): FieldSpec => ({
        kind: "switch",
        name: `captcha.scenes.${scene}`,
        label: t(`scenes.${scene}`),
        value: captcha.scenes[scene],
        when: { name: "captcha.provider", values: ["image", "turnstile"] },
      }),
    ),
  ];
}

/** Each section is a form of its own: what is not in it stays as it is. */
export function settingsSections(settings: SettingsOut, reader: Reader): SettingsSection[] {
  const { t } = reader;
  const languages = languagesOf({ locales: settings.locales, defaultLocale: settings.default_locale });
  const section = (name: Exclude<Setting["section"], "look">): SettingsSection => ({
    id: name,
    title: t(name),
    fields: inLanguages(
      fieldsIn(name, settings, reader),
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
      fields: captchaFields(settings, t),
    },
    section("legal"),
  ];
}
