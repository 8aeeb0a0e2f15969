"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ChipGroup } from "@/components/ui/chip-group";
import { formatMoney } from "@/components/ui/money";
import type { SkuView } from "@/lib/catalogue/schema";
import { useChoice } from "./choice";

/** More chips than these are folded, so that the page can be read. */
const foldAfter = 8;

const isSoldOut = (sku: SkuView): boolean => sku.stock_status === "out_of_stock";

/** As the page was opened: an option that sells out meanwhile keeps its place under the pointer. */
function soldOutLast(skus: readonly SkuView[], opened: readonly SkuView[]): SkuView[] {
  const wasGone = new Set(opened.filter(isSoldOut).map(({ id }) => id));
  return [...skus].sort((a, b) => Number(wasGone.has(a.id)) - Number(wasGone.has(b.id)));
}

/** The options of a product with their prices; what can be bought comes first, and a long list is folded. */
export function OptionPicker({ onChoose }: { onChoose?: () => void }) {
  const t = useTranslations("checkout");
  const locale = useLocale();
  const { product, skus, sku, ownPrices, choose } = useChoice();
  const [isOpen, setOpen] = useState(false);
  if (product.skus.length < 2) return null;
  const ordered = soldOutLast(skus, product.skus);
  const isFolded = !isOpen && ordered.length > foldAfter;
  // The chosen one is never behind the fold: a link may have named it.
  const shown = isFolded
    ? ordered.filter((each, index) => index < foldAfter || each.id === sku?.id)
    : ordered;
  return (
    <div className="flex flex-col items-start gap-2">
      <ChipGroup
        legend={t("choice")}
        value={String(sku?.id ?? "")}
        onChange={(id) => {
          onChoose?.();
          choose(Number(id));
        }}
        chips={shown.map((option) => ({
          value: String(option.id),
          label: option.name,
          note: formatMoney(ownPrices?.bySku[option.id] ?? option.price, product.currency, locale),
          disabled: isSoldOut(option),
        }))}
      />
      {isFolded ? (
        <Button variant="link" size="bare" className="min-h-9 text-sm" onClick={() => setOpen(true)}>
          {t("allOptions", { count: ordered.length })}
        </Button>
      ) : null}
    </div>
  );
}
