import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { roundings } from "@/lib/core/rate";
import type { AdminChannelView, AdminProviderView } from "@/lib/payments/channels/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-money.channels">>>;
type ProviderField = AdminProviderView["fields"][number];

/** A gateway has one name everywhere; what is no name is said in the reader's language. */
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

export const channelFields = (
  provider: AdminProviderView,
  channel: AdminChannelView | null,
  t: Texts,
): FieldSpec[] => [
  {
    kind: "text",
    name: "name",
    label: t("fields.name"),
    value: channel?.name ?? providerName(provider, t),
    required: true,
  },
  { kind: "picture", name: "icon", label: t("fields.icon"), value: channel?.icon ?? null, empty: "null" },
  ...provider.fields.map((field) => settingField(field, provider.code, channel, t)),
  {
    kind: "text",
    name: "rate",
    label: t("fields.rate"),
    hint: t("fields.rateHint"),
    value: channel?.rate ?? "",
    empty: "null",
  },
  {
    kind: "select",
    name: "rate_rounding",
    label: t("fields.rounding"),
    value: channel?.rate_rounding ?? "up",
    options: roundings.map((value) => ({ value, label: t(`roundings.${value}`) })),
  },
  {
    kind: "money",
    name: "min_amount",
    label: t("fields.min"),
    value: channel?.min_amount ?? null,
    empty: "null",
  },
  {
    kind: "money",
    name: "max_amount",
    label: t("fields.max"),
    value: channel?.max_amount ?? null,
    empty: "null",
  },
  {
    kind: "number",
    name: "fee_bps",
    label: t("fields.fee"),
    value: channel?.fee_bps ?? 0,
    unit: "%",
    scale: 100,
    step: 0.01,
    min: 0,
    required: true,
  },
  {
    kind: "switch",
    name: "is_active",
    label: t("fields.active"),
    value: channel?.is_active ?? true,
    wide: true,
  },
];
