import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import type { CouponView } from "@/lib/pricing/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-people.coupons">>>;

export interface CouponScope {
  products: readonly { id: number; title: string }[];
  levels: readonly { id: number; name: string }[];
}

export const couponFields = (coupon: CouponView | null, scope: CouponScope, t: Texts): FieldSpec[] => [
  {
    kind: "text",
    name: "code",
    label: t("fields.code"),
    hint: t("fields.codeHint"),
    value: coupon?.code ?? "",
    required: true,
  },
  {
    kind: "select",
    name: "kind",
    label: t("fields.kind"),
    value: coupon?.kind ?? "percent",
    options: [
      { value: "percent", label: t("fields.kinds.percent") },
      { value: "fixed", label: t("fields.kinds.fixed") },
    ],
  },
  {
    kind: "number",
    name: "percent",
    label: t("fields.percent"),
    value: coupon?.percent ?? null,
    unit: "%",
    min: 1,
    max: 100,
    required: true,
    when: { name: "kind", values: ["percent"] },
  },
  {
    kind: "money",
    name: "value",
    label: t("fields.value"),
    value: coupon?.value ?? null,
    required: true,
    when: { name: "kind", values: ["fixed"] },
  },
  {
    kind: "money",
    name: "min_amount",
    label: t("fields.min"),
    value: coupon?.min_amount ?? "0.00",
    required: true,
  },
  {
    kind: "money",
    name: "max_discount",
    label: t("fields.max"),
    value: coupon?.max_discount ?? null,
    empty: "null",
    when: { name: "kind", values: ["percent"] },
  },
  {
    kind: "number",
    name: "total_limit",
    label: t("fields.total"),
    hint: t("fields.limitHint"),
    value: coupon?.total_limit ?? null,
    min: 1,
  },
  {
    kind: "number",
    name: "per_buyer_limit",
    label: t("fields.perBuyer"),
    hint: t("fields.limitHint"),
    value: coupon?.per_buyer_limit ?? null,
    min: 1,
  },
  {
    kind: "datetime",
    name: "starts_at",
    label: t("fields.startsAt"),
    value: coupon?.starts_at ?? null,
    empty: "null",
  },
  {
    kind: "datetime",
    name: "ends_at",
    label: t("fields.endsAt"),
    value: coupon?.ends_at ?? null,
    empty: "null",
  },
  {
    kind: "checks",
    name: "product_ids",
    label: t("fields.products"),
    hint: t("fields.scopeHint"),
    value: coupon?.product_ids.map(String) ?? [],
    numeric: true,
    options: scope.products.map((product) => ({ value: String(product.id), label: product.title })),
  },
  {
    kind: "checks",
    name: "level_ids",
    label: t("fields.levels"),
    hint: t("fields.scopeHint"),
    value: coupon?.level_ids.map(String) ?? [],
    numeric: true,
    options: scope.levels.map((level) => ({ value: String(level.id), label: level.name })),
  },
  {
    kind: "switch",
    name: "is_active",
    label: t("fields.active"),
    value: coupon?.is_active ?? true,
    wide: true,
  },
];
