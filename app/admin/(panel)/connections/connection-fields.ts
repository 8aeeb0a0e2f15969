import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { formatMoney, shopStep } from "@/lib/core/money";
import type { ConnectionView } from "@/lib/interconnect/agent/admin/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-trade.connections">>>;

export const connectionFields = (connection: ConnectionView | null, t: Texts): FieldSpec[] => [
  { kind: "text", name: "name", label: t("fields.name"), value: connection?.name ?? "", required: true },
  {
    kind: "url",
    name: "base_url",
    label: t("fields.baseUrl"),
    value: connection?.base_url ?? "",
    placeholder: "https://shop.example.com",
    required: true,
  },
  ...(connection
    ? []
    : [{ kind: "text", name: "key", label: t("fields.key"), required: true } satisfies FieldSpec]),
  {
    kind: "password",
    name: "secret",
    label: t("fields.secret"),
    required: connection === null,
    placeholder: connection ? t("fields.secretKeep") : undefined,
    empty: connection ? "omit" : "text",
  },
  // Where nobody has set one yet, the page asks for it by itself.
  ...(connection?.needs_rate
    ? []
    : [
        {
          kind: "text",
          name: "rate",
          label: t("fields.rate"),
          hint: t("fields.rateHint"),
          value: connection?.rate ?? "1",
          required: true,
        } satisfies FieldSpec,
      ]),
  {
    kind: "number",
    name: "markup_bps",
    label: t("fields.markup"),
    value: connection?.markup_bps ?? 1000,
    unit: "%",
    scale: 100,
    step: 0.01,
    min: 0,
    required: true,
  },
  {
    kind: "money",
    name: "fixed",
    label: t("fields.fixed"),
    value: connection?.fixed ?? "0.00",
    required: true,
  },
  {
    kind: "money",
    name: "round_to",
    label: t("fields.roundTo"),
    value: connection?.round_to ?? formatMoney(shopStep()),
    required: true,
  },
  {
    kind: "number",
    name: "sync_minutes",
    label: t("fields.syncMinutes"),
    value: connection?.sync_minutes ?? 10,
    unit: t("fields.minutes"),
    min: 1,
    max: 1440,
    required: true,
  },
  {
    kind: "switch",
    name: "shares_buyer_email",
    label: t("fields.shareEmail"),
    value: connection?.shares_buyer_email ?? false,
  },
];
