"use client";

import { useTranslations } from "next-intl";
import { StockNote } from "@/components/store/stock-note";
import { Money } from "@/components/ui/money";
import { useChoice } from "./choice";

/** Price, former price and stock of the option that is chosen. */
export function ChosenPrice() {
  const t = useTranslations("checkout");
  const { product, sku, ownPrices } = useChoice();
  if (!sku) return null;
  const own = ownPrices?.bySku[sku.id];
  const former = own ? sku.price : sku.original_price;
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-3 gap-y-1" aria-live="polite">
      {own ? (
        <span className="font-medium text-ok text-sm">
          {t("ownPrice", { level: ownPrices?.levelName ?? "" })}
        </span>
      ) : null}
      <Money value={own ?? sku.price} currency={product.currency} className="font-semibold text-2xl" />
      {former ? (
        <span className="text-ink-faint">
          <span className="sr-only">{t("before")} </span>
          <Money value={former} currency={product.currency} strike />
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
