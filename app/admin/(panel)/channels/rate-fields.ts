import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import type { RateSourceView } from "@/lib/payments/rates/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-money.channels">>>;

export const rateFields = (source: RateSourceView, t: Texts): FieldSpec[] => [
  {
    kind: "url",
    name: "rate_source.url",
    label: t("rateSource.url"),
    hint: t("rateSource.urlHint"),
    value: source.url,
    empty: "null",
    wide: true,
  },
  {
    kind: "text",
    name: "rate_source.path",
    label: t("rateSource.path"),
    hint: t("rateSource.pathHint"),
    placeholder: "rates.CNY",
    value: source.path,
    empty: "omit",
  },
  {
    kind: "switch",
    name: "rate_source.is_inverse",
    label: t("rateSource.inverse"),
    hint: t("rateSource.inverseHint"),
    value: source.is_inverse,
  },
  {
    kind: "number",
    name: "rate_source.every_minutes",
    label: t("rateSource.every"),
    unit: t("rateSource.minutes"),
    value: source.every_minutes,
    min: 1,
    max: 1440,
    required: true,
  },
  {
    kind: "number",
    name: "rate_source.max_jump_bps",
    label: t("rateSource.jump"),
    unit: "%",
    scale: 100,
    step: 0.01,
    value: source.max_jump_bps,
    min: 0.01,
    max: 100,
    required: true,
  },
  {
    kind: "number",
    name: "rate_source.max_age_minutes",
    label: t("rateSource.age"),
    unit: t("rateSource.minutes"),
    value: source.max_age_minutes,
    min: 2,
    max: 43200,
    required: true,
  },
];
