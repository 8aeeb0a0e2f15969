"use client";

import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { formatMoney } from "@/components/ui/money";
import { useChoice } from "./choice";

type SoldOutOfferProps = { wanted: number; onTake: (quantity: number) => void };

/** The stock was sold to another buyer in between: offers the quantity that is left. */
export function SoldOutOffer({ wanted, onTake }: SoldOutOfferProps) {
  const t = useTranslations("checkout.gone");
  const locale = useLocale();
  const { product, skus, sku, ownPrices, choose } = useChoice();
  const left = sku && sku.stock_status !== "out_of_stock" ? sku.stock : 0;
  const others = skus.filter(({ id, stock_status }) => id !== sku?.id && stock_status !== "out_of_stock");
  // A number that is told only roughly is no offer.
  const takesLeft = product.stock_display === "exact" && left >= product.min_quantity && left < wanted;
  return (
    <div role="alert" className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
      <p className="font-medium">
        {left === 0 ? t("all") : takesLeft ? t("left", { count: left }) : t("again")}
      </p>
      {takesLeft ? (
        <Button variant="secondary" size="sm" className="mt-2" onClick={() => onTake(left)}>
          {t("take", { count: left })}
        </Button>
      ) : null}
      {left === 0 && others.length > 0 ? (
        <>
          <p className="mt-1">{t("others")}</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {others.slice(0, 4).map((other) => (
              <li key={other.id}>
                <Button
                  variant="secondary"
                  size="sm"
                  onClick={() => {
                    choose(other.id);
                    onTake(product.stock_display === "exact" ? Math.min(wanted, other.stock) : wanted);
                  }}
                >
                  {other.name} ·{" "}
                  {formatMoney(ownPrices?.bySku[other.id] ?? other.price, product.currency, locale)}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
