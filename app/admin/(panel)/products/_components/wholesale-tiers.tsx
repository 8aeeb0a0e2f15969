"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { newKey, type TierDraft } from "./product-draft";
import type { PartProps } from "./sku-list";

export function WholesaleTiers({ draft, change, fieldError }: PartProps) {
  const t = useTranslations("admin-sell.product");
  const { tiers } = draft;
  const set = (key: string, changes: Partial<TierDraft>) =>
    change({ tiers: tiers.map((tier) => (tier.key === key ? { ...tier, ...changes } : tier)) });

  return (
    <Panel
      title={t("wholesale")}
      description={t("wholesaleText")}
      actions={
        <Button
          variant="secondary"
          size="sm"
          onClick={() => change({ tiers: [...tiers, { key: newKey(), from: "", price: "" }] })}
        >
          <Plus aria-hidden />
          {t("addTier")}
        </Button>
      }
    >
      <FieldError>{fieldError("wholesale")}</FieldError>
      <ul className="flex flex-col gap-2">
        {tiers.map((tier, index) => (
          <li key={tier.key} className="flex items-end gap-3">
            <Field label={t("from")} error={fieldError(`wholesale.${index}.min_quantity`)} className="flex-1">
              <Input
                inputMode="numeric"
                value={tier.from}
                onChange={({ target }) => set(tier.key, { from: target.value })}
              />
            </Field>
            <Field label={t("tierPrice")} error={fieldError(`wholesale.${index}.price`)} className="flex-1">
              <Input
                inputMode="decimal"
                value={tier.price}
                onChange={({ target }) => set(tier.key, { price: target.value })}
              />
            </Field>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t("remove")}
              onClick={() => change({ tiers: tiers.filter((one) => one.key !== tier.key) })}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
