import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { guestsMark, listMeanings, type OfferRules, offerDevices } from "@/lib/payments/offers/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-money.channels">>>;

interface OfferScope {
  products: readonly { id: number; title: string }[];
  categories: readonly { id: number; name: string }[];
  levels: readonly { id: number; name: string }[];
  /** Without one no country is known. */
  countryHeader: string | null;
}

export function offerFields(rules: OfferRules, scope: OfferScope, t: Texts): FieldSpec[] {
  const meaning = (name: "goods_meaning" | "countries_meaning", value: string): FieldSpec => ({
    kind: "select",
    name: `offer_rules.${name}`,
    label: t(`offers.${name}`),
    value,
    options: listMeanings.map((one) => ({ value: one, label: t(`offers.meanings.${one}`) })),
    wide: true,
  });
  return [
    meaning("goods_meaning", rules.goods_meaning),
    {
      kind: "checks",
      name: "offer_rules.category_ids",
      label: t("offers.categories"),
      value: rules.category_ids.map(String),
      numeric: true,
      options: scope.categories.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      kind: "checks",
      name: "offer_rules.product_ids",
      label: t("offers.products"),
      hint: t("offers.goodsHint"),
      value: rules.product_ids.map(String),
      numeric: true,
      options: scope.products.map(({ id, title }) => ({ value: String(id), label: title })),
    },
    {
      kind: "checks",
      name: "offer_rules.buyers",
      label: t("offers.buyers"),
      value: rules.buyers,
      options: [
        { value: guestsMark, label: t("offers.guests") },
        ...scope.levels.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
    },
    {
      kind: "checks",
      name: "offer_rules.devices",
      label: t("offers.devices"),
      value: rules.devices,
      options: offerDevices.map((value) => ({ value, label: t(`offers.deviceNames.${value}`) })),
    },
    meaning("countries_meaning", rules.countries_meaning),
    {
      kind: "lines",
      name: "offer_rules.countries",
      label: t("offers.countries"),
      hint: scope.countryHeader
        ? t("offers.countriesHint", { header: scope.countryHeader })
        : t("offers.noHeader"),
      placeholder: "DE",
      value: rules.countries,
      wide: true,
    },
  ];
}

/** Sums up the rules for a list. */
export function offerSummary(rules: OfferRules, t: Texts): string {
  const parts = [
    rules.product_ids.length > 0 || rules.category_ids.length > 0 ? t("offers.byGoods") : null,
    rules.buyers.length > 0 ? t("offers.byBuyer") : null,
    rules.countries.length > 0
      ? `${rules.countries_meaning === "except" ? "≠ " : ""}${rules.countries.join(", ")}`
      : null,
    rules.devices.length > 0
      ? rules.devices.map((device) => t(`offers.deviceNames.${device}`)).join(", ")
      : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(" · ") : t("offers.everybody");
}
