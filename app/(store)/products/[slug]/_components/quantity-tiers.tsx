"use client";

import { useLocale, useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { formatMoney } from "@/components/ui/money";
import { useChoice } from "./choice";
import { tiersOf } from "./unit-price";

type QuantityTiersProps = { quantity: number; max: number; onChoose: (quantity: number) => void };

/** The prices of larger quantities, where the quantity is chosen; pressing one takes it. */
export function QuantityTiers({ quantity, max, onChoose }: QuantityTiersProps) {
  const t = useTranslations("checkout");
  const locale = useLocale();
  const { product, sku, ownPrices } = useChoice();
  const tiers = tiersOf(sku, ownPrices);
  const active = tiers.findLast((tier) => tier.min_quantity <= quantity)?.min_quantity;
  return (
    <ul className="-mt-2 flex flex-wrap gap-2" aria-label={t("tiers")}>
      {tiers.map((tier) => (
        <li key={tier.min_quantity}>
          <button
            type="button"
            disabled={tier.min_quantity > max}
            aria-pressed={tier.min_quantity === active}
            onClick={() => onChoose(tier.min_quantity)}
            className={cx(
              "min-h-9 rounded-md border px-3 text-sm disabled:border-dashed disabled:text-ink-faint",
              tier.min_quantity === active
                ? "border-pine bg-pine-soft font-medium text-pine forced-colors:border-[Highlight]"
                : "border-line-strong bg-surface hover:border-control",
            )}
          >
            {t("tier", {
              count: tier.min_quantity,
              price: formatMoney(tier.price, product.currency, locale),
            })}
          </button>
        </li>
      ))}
    </ul>
  );
}
