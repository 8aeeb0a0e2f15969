import { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { inLanguages, type Languages } from "@/components/admin/form/in-languages";
import {
  type AdminChannelView,
  type AdminProviderView,
  createChannelBody,
} from "@/lib/payments/channels/schema";
import type { Locale } from "@/messages/locales";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-money.channels">>>;
type ProviderField = AdminProviderView["fields"][number];

/** Name of a gateway in the reader's language; most have one name everywhere. */
export const providerName = ({ code, name }: { code: string; name: string }, t: Texts): string => {
  const named = `providerNames.${code}` as "providerNames.test";
  return t.has(named) ? t(named) : name;
};

/** The provider names its own settings; a secret that is stored stays when nothing is written. */
function settingField(
  field: ProviderField,
  provider: string,
  channel: AdminChannelView | null,
  t: Texts,
): FieldSpec {
  const stored = channel?.settings[field.key];
  const named = `settingNames.${field.key}` as "settingNames.pid";
  const label = t.has(named) ? t(named) : field.label;
  const explained = `settingHints.${provider}.${field.key}` as "settingHints.epay.type";
  const hint = t.has(explained) ? t(explained) : (field.hint ?? undefined);
  const base = { name: `settings.${field.key}`, label, hint };
  if (field.kind === "switch") return { ...base, kind: "switch", value: stored === true };
  if (field.kind === "select") {
    const options = (field.options ?? []).map((value) => {
      const key = `options.${value}` as "options.page";
      return { value, label: t.has(key) ? t(key) : value };
    });
    return {
      ...base,
      kind: "select",
      options,
      value: typeof stored === "string" ? stored : (options[0]?.value ?? ""),
    };
  }
  if (field.kind === "secret") {
    const isStored = channel?.secrets_set.includes(field.key) ?? false;
    return {
      ...base,
      kind: "textarea",
      rows: 2,
      mono: true,
      isSecret: true,
      required: field.required && !isStored,
      placeholder: isStored ? t("fields.secretSet") : undefined,
      empty: isStored || !field.required ? "omit" : "text",
      wide: true,
    };
  }
  if (field.kind === "textarea")
    return {
      ...base,
      kind: "textarea",
      rows: 8,
      mono: true,
      wide: true,
      value: typeof stored === "string" ? stored : "",
      required: field.required,
      empty: field.required ? "text" : "omit",
    };
  return {
    ...base,
    kind: field.kind,
    value: typeof stored === "string" ? stored : "",
    required: field.required,
    empty: field.required ? "text" : "omit",
  };
}

/** A channel's name until somebody writes another: the shop's own language may not be the reader's. */
export async function readFirstNames(provider: AdminProviderView, { own, others }: Languages) {
  const named = async (locale: Locale) =>
    providerName(provider, await getTranslations({ locale, namespace: "admin-money.channels" }));
  const name = await named(own);
  const translated = await Promise.all(others.map(async (locale) => [locale, await named(locale)] as const));
  return {
    name,
    translations: Object.fromEntries(
      translated.filter(([, there]) => there !== name).map(([locale, there]) => [locale, { name: there }]),
    ),
  };
}

export const channelFields = (
  provider: AdminProviderView,
  channel: AdminChannelView | null,
  languages: Languages,
  t: Texts,
  first?: Awaited<ReturnType<typeof readFirstNames>>,
): FieldSpec[] => [
  ...inLanguages(
    fieldsOf(createChannelBody, channel, t, {
      name: { initial: first?.name },
      icon: { kind: "picture" },
    }),
    ["name"],
    languages,
    channel?.translations ?? first?.translations,
  ),
  ...provider.fields.map((field) => settingField(field, provider.code, channel, t)),
  ...fieldsOf(createChannelBody, channel, t, {
    rate: {},
    rate_rounding: {},
    min_amount: {},
    max_amount: {},
    fee_bps: { unit: "%", scale: 100, step: 0.01 },
    cost_bps: { unit: "%", scale: 100, step: 0.01 },
    cost_fixed: {},
    is_active: { initial: true, wide: true },
  }),
];
