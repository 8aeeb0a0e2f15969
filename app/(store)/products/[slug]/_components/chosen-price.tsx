"use client";

import { useLocale, useTranslations } from "next-intl";
import { differenceOf } from "@/components/store/order/left-to-pay";
import { StockNote } from "@/components/store/stock-note";
import { formatMoney, Money } from "@/components/ui/money";
import { useChoice } from "./choice";
import { unitPrice } from "./unit-price";

/** Price of one at the chosen quantity, the price in whose place it is, and the stock of the chosen option. */
export function ChosenPrice() {
  const t = useTranslations("checkout");
  const locale = useLocale();
  const { product, sku, ownPrices, quantity } = useChoice();
  if (!sku) return null;
  const { price, former, isOfLevel, tier } = unitPrice(sku, ownPrices, quantity);
  const saved = former ? differenceOf(former, price) : null;
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-3 gap-y-1" aria-live="polite">
      {isOfLevel ? (
        <span className="font-medium text-ok text-sm">
          {t("ownPrice", { level: ownPrices?.levelName ?? "" })}
        </span>
      ) : null}
      <Money value={price} currency={product.currency} className="font-semibold text-2xl" />
      {former ? (
        <span className="text-ink-faint">
          <span className="sr-only">{t("before")} </span>
          <Money value={former} currency={product.currency} strike />
        </span>
      ) : null}
      {tier ? (
        <span className="text-ink-muted text-sm">{t("tierPrice", { count: tier.min_quantity })}</span>
      ) : null}
      {saved ? (
        <span className="font-medium text-ok text-sm">
          {t("saved", { amount: formatMoney(saved, product.currency, locale) })}
        </span>
      ) : null}
      <StockNote
        status={sku.stock_status}
        stock={sku.stock}
        display={product.stock_display}
        className="text-ink-muted text-sm"
      />
    </p>
  );
}
