"use client";

import { Percent } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Money } from "@/components/ui/money";
import { changedPrice, type SkuDraft } from "./product-draft";

type ChangePricesProps = {
  skus: readonly SkuDraft[];
  currency: string;
  onChange: (skus: SkuDraft[]) => void;
};

/** All prices of the form by a percentage, seen before; they are stored with the form. */
export function ChangePrices({ skus, currency, onChange }: ChangePricesProps) {
  const t = useTranslations("admin-sell.product");
  const [text, setText] = useState("");
  const percent = /^-?\d{1,4}$/.test(text.trim()) ? Number(text) : null;
  const rows = skus.map((sku) => ({
    sku,
    price: percent === null || sku.isUpstream ? null : changedPrice(sku.price, percent),
  }));
  const isReady = percent !== null && percent !== 0 && rows.some(({ price }) => price !== null);
  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" size="sm">
          <Percent aria-hidden />
          {t("changePrices")}
        </Button>
      }
      title={t("changePrices")}
      description={t("changePricesText")}
      confirmLabel={t("changePricesNow")}
      tone="primary"
      isReady={isReady}
      errorText={String}
      onConfirm={() => {
        onChange(rows.map(({ sku, price }) => (price === null ? sku : { ...sku, price })));
        setText("");
      }}
    >
      <Field label={t("percent")} hint={t("percentHint")}>
        <Input
          type="number"
          step={1}
          min={-99}
          max={1000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      {isReady ? (
        <ul className="mt-3 grid max-h-72 gap-1 overflow-y-auto text-sm" aria-live="polite">
          {rows.map(({ sku, price }) => (
            <li key={sku.key} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 truncate">{sku.name || sku.code}</span>
              {price === null ? (
                <span className="text-ink-faint">{t("priceStays")}</span>
              ) : (
                <span className="tabular">
                  <Money value={sku.price} currency={currency} className="text-ink-faint" />
                  {" → "}
                  <Money value={price} currency={currency} className="font-medium" />
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </ConfirmDialog>
  );
}
