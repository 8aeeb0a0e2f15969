"use client";

import { CopyPlus, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { writeShopAmount } from "@/lib/core/money";
import { newKey, type SkuDraft, type TierDraft } from "./product-draft";

type SkuTiersProps = {
  sku: SkuDraft;
  /** Path of the option in the body: `skus.0`. */
  at: string;
  fieldError: (...names: string[]) => string | undefined;
  onChange: (tiers: TierDraft[]) => void;
  /** Gives every option these tiers; absent where there is only one option. */
  onCopy?: (() => void) | undefined;
};

/** The unit price of a tier in hundredths, as far as it can be read. */
function tierCents({ price, unit }: TierDraft, listPrice: number): number {
  return unit === "percent" ? (listPrice * (100 - Number(price))) / 100 : Number(price);
}

/** Edits the prices of a unit from a quantity on: a price, or a percentage off the option's own. */
export function SkuTiers({ sku, at, fieldError, onChange, onCopy }: SkuTiersProps) {
  const t = useTranslations("admin-sell.product");
  const { tiers } = sku;
  const set = (key: string, changes: Partial<TierDraft>) =>
    onChange(tiers.map((tier) => (tier.key === key ? { ...tier, ...changes } : tier)));
  const isBelowCost =
    sku.cost?.trim() &&
    tiers.some((tier) => tier.price !== "" && tierCents(tier, Number(sku.price)) < Number(sku.cost));

  return (
    <fieldset className="mt-3 flex flex-col gap-2">
      <legend className="sr-only">{t("wholesaleOf", { name: sku.name || sku.code })}</legend>
      {tiers.map((tier, index) => (
        <div key={tier.key} className="flex flex-wrap items-start gap-2">
          <div className="w-24">
            <Input
              aria-label={t("from")}
              placeholder={t("fromShort")}
              inputMode="numeric"
              value={tier.from}
              onChange={({ target }) => set(tier.key, { from: target.value })}
              className="tabular"
            />
            <FieldError>{fieldError(`${at}.wholesale.${index}.min_quantity`)}</FieldError>
          </div>
          <div className="w-28">
            <Input
              aria-label={tier.unit === "percent" ? t("tierPercent") : t("tierPrice")}
              inputMode="decimal"
              placeholder={tier.unit === "percent" ? "10" : writeShopAmount("0.00")}
              value={tier.price}
              onChange={({ target }) => set(tier.key, { price: target.value })}
              className="tabular"
            />
            <FieldError>
              {fieldError(
                `${at}.wholesale.${index}.price`,
                `${at}.wholesale.${index}.percent`,
                `${at}.wholesale.${index}`,
              )}
            </FieldError>
          </div>
          <Select
            aria-label={t("tierUnit")}
            value={tier.unit}
            onChange={({ target }) =>
              set(tier.key, { unit: target.value === "percent" ? "percent" : "price" })
            }
            className="w-auto"
          >
            <option value="price">{t("unitPrice")}</option>
            <option value="percent">{t("unitPercent")}</option>
          </Select>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t("remove")}
            onClick={() => onChange(tiers.filter((one) => one.key !== tier.key))}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ))}
      <FieldError>{fieldError(`${at}.wholesale`)}</FieldError>
      {isBelowCost ? <p className="text-sm text-warn">{t("belowCost")}</p> : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="ghost"
          size="sm"
          onClick={() => onChange([...tiers, { key: newKey(), from: "", price: "", unit: "price" }])}
        >
          <Plus aria-hidden />
          {t("addTier")}
        </Button>
        {onCopy && tiers.length > 0 ? (
          <Button variant="ghost" size="sm" onClick={onCopy}>
            <CopyPlus aria-hidden />
            {t("copyTiers")}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}
