import { getTranslations } from "next-intl/server";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { type RateSourceView, rateSourcePatch } from "@/lib/payments/rates/schema";

export async function rateFields(source: RateSourceView) {
  const t = await getTranslations("admin-money.channels.rateSource");
  return fieldsOf(
    rateSourcePatch,
    source,
    t,
    {
      url: { kind: "url", wide: true },
      path: { placeholder: "rates.CNY", empty: "omit" },
      is_inverse: {},
      every_minutes: { unit: t("minutes") },
      max_jump_bps: { unit: "%", scale: 100, step: 0.01 },
      max_age_minutes: { unit: t("minutes") },
    },
    "rate_source",
  );
}
