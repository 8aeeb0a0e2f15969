import { getTranslations } from "next-intl/server";
import { fieldsOf, optionsOf } from "@/components/admin/form/fields-of";
import {
  guestsMark,
  listMeanings,
  type OfferRules,
  offerDevices,
  offerRulesPatch,
} from "@/lib/payments/offers/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-money.channels">>>;

interface OfferScope {
  products: readonly { id: number; title: string }[];
  categories: readonly { id: number; name: string }[];
  levels: readonly { id: number; name: string }[];
  /** Without one no country is known. */
  countryHeader: string | null;
}

export async function offerFields(rules: OfferRules, scope: OfferScope) {
  const t = await getTranslations("admin-money.channels.offers");
  const meaning = {
    options: listMeanings.map((value) => ({ value, label: t(`meanings.${value}`) })),
    wide: true,
  };
  return fieldsOf(
    offerRulesPatch,
    rules,
    t,
    {
      goods_meaning: meaning,
      category_ids: { options: optionsOf(scope.categories) },
      product_ids: { options: optionsOf(scope.products) },
      buyers: {
        kind: "checks",
        options: [{ value: guestsMark, label: t("guests") }, ...optionsOf(scope.levels)],
      },
      devices: { options: offerDevices.map((value) => ({ value, label: t(`deviceNames.${value}`) })) },
      countries_meaning: meaning,
      countries: {
        hint: scope.countryHeader ? t("countriesHint", { header: scope.countryHeader }) : t("noHeader"),
        placeholder: "DE",
        wide: true,
      },
    },
    "offer_rules",
  );
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
