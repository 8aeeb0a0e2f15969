import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { type SiteView, settlementModes } from "@/lib/interconnect/main/admin/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-trade">>>;

export const siteFields = (
  site: SiteView | null,
  levels: readonly { id: number; name: string }[],
  t: Texts,
): FieldSpec[] => [
  { kind: "text", name: "name", label: t("sites.fields.name"), value: site?.name ?? "", required: true },
  {
    kind: "select",
    name: "settlement_mode",
    label: t("sites.fields.mode"),
    value: site?.settlement_mode ?? "hold",
    options: settlementModes.map((value) => ({ value, label: t(`modes.${value}`) })),
  },
  {
    kind: "url",
    name: "callback_url",
    label: t("sites.fields.callbackUrl"),
    hint: t("sites.fields.callbackHint"),
    value: site?.callback_url ?? "",
    placeholder: "https://…/api/v1/interconnect/callback",
    empty: "null",
    wide: true,
  },
  {
    kind: "select",
    name: "member_level_id",
    label: t("sites.fields.level"),
    value: site?.member_level ? String(site.member_level.id) : "",
    choose: t("sites.fields.noLevel"),
    numeric: true,
    empty: "null",
    options: levels.map((level) => ({ value: String(level.id), label: level.name })),
  },
  {
    kind: "number",
    name: "rate_per_minute",
    label: t("sites.fields.rate"),
    hint: t("sites.fields.rateHint"),
    value: site?.rate_per_minute ?? null,
    min: 1,
  },
  {
    kind: "money",
    name: "deposit_alert",
    label: t("sites.fields.depositAlert"),
    hint: t("sites.fields.depositAlertHint"),
    value: site?.deposit_alert ?? "",
    empty: "null",
  },
  {
    kind: "lines",
    name: "ip_allow_list",
    label: t("sites.fields.ips"),
    hint: t("sites.fields.ipsHint"),
    value: site?.ip_allow_list ?? [],
    rows: 3,
    wide: true,
  },
];
