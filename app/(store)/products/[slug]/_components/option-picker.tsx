"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ChipGroup } from "@/components/ui/chip-group";
import { formatMoney } from "@/components/ui/money";
import type { SkuView } from "@/lib/catalogue/schema";
import { answersOf, axesOf, isSoldOut } from "./axes";
import { useChoice } from "./choice";

/** More chips than these are folded, so that the page can be read. */
const foldAfter = 8;

/** As the page was opened: an option that sells out meanwhile keeps its place under the pointer. */
function soldOutLast(skus: readonly SkuView[], opened: readonly SkuView[]): SkuView[] {
  const wasGone = new Set(opened.filter(isSoldOut).map(({ id }) => id));
  return [...skus].sort((a, b) => Number(wasGone.has(a.id)) - Number(wasGone.has(b.id)));
}

/** The options of a product: a row of answers for each attribute that they differ by, else a list of their names. */
export function OptionPicker({ onChoose }: { onChoose?: () => void }) {
  const { product, readsAttributes } = useChoice();
  if (product.skus.length < 2) return null;
  // By what the page was opened with: the questions stay while stock and prices change.
  const axes = readsAttributes ? axesOf(product.skus) : [];
  return axes.length > 1 ? (
    <AxisPicker axes={axes} onChoose={onChoose} />
  ) : (
    <NamePicker legend={axes[0]?.name} onChoose={onChoose} />
  );
}

type PickerProps = { onChoose: (() => void) | undefined };

function AxisPicker({ axes, onChoose }: PickerProps & { axes: ReturnType<typeof axesOf> }) {
  const t = useTranslations("checkout");
  const locale = useLocale();
  const { product, skus, sku, ownPrices, choose } = useChoice();
  const priceOf = (option: SkuView) => ownPrices?.bySku[option.id] ?? option.price;
  return (
    <div className="flex flex-col gap-4">
      {axes.map(({ name }, at) => {
        const answers = answersOf(axes, at, skus, sku);
        const prices = new Set(answers.flatMap(({ leadsTo }) => (leadsTo ? [priceOf(leadsTo)] : [])));
        const tellsPrice = at === axes.length - 1 && prices.size > 1;
        return (
          <ChipGroup
            key={name}
            legend={name}
            value={sku?.spec[name] ?? null}
            onChange={(value) => {
              const option = answers.find((answer) => answer.value === value)?.leadsTo;
              if (!option) return;
              onChoose?.();
              choose(option.id);
            }}
            chips={answers.map(({ value, leadsTo }) => ({
              value,
              label: value,
              disabled: leadsTo === null,
              isGone: leadsTo !== null && isSoldOut(leadsTo),
              note:
                leadsTo === null
                  ? undefined
                  : isSoldOut(leadsTo)
                    ? t("soldOut")
                    : tellsPrice
                      ? formatMoney(priceOf(leadsTo), product.currency, locale)
                      : undefined,
            }))}
          />
        );
      })}
    </div>
  );
}

/** The options with their prices; what can be bought comes first, and a long list is folded. */
function NamePicker({ legend, onChoose }: PickerProps & { legend: string | undefined }) {
  const t = useTranslations("checkout");
  const locale = useLocale();
  const { product, skus, sku, ownPrices, choose } = useChoice();
  const [isOpen, setOpen] = useState(false);
  const ordered = soldOutLast(skus, product.skus);
  const isFolded = !isOpen && ordered.length > foldAfter;
  // The chosen one is never behind the fold: a link may have named it.
  const shown = isFolded
    ? ordered.filter((each, index) => index < foldAfter || each.id === sku?.id)
    : ordered;
  return (
    <div className="flex flex-col items-start gap-2">
      <ChipGroup
        legend={legend ?? t("choice")}
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
