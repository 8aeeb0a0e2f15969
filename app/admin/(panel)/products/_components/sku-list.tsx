"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { moved } from "@/components/admin/form/use-sortable";
import { Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { FieldError } from "@/components/ui/field";
import { isKeyed } from "@/lib/catalogue/choices";
import { ChangePrices } from "./change-prices";
import type { PartProps } from "./form-part";
import { newKey, newSku, type SkuDraft } from "./product-draft";
import { SkuRow, skuGrid } from "./sku-row";

/** The options as a table: what is compared stands in columns, the rest of an option opens below its row. */
export function SkuList({
  draft,
  currency,
  mayAddKeys,
  change,
  fieldError,
}: PartProps & { currency: string; mayAddKeys: boolean }) {
  const t = useTranslations("admin-sell.product");
  const { skus, goods } = draft;
  const set = (key: string, changes: Partial<SkuDraft>) =>
    change({ skus: skus.map((sku) => (sku.key === key ? { ...sku, ...changes } : sku)) });
  const heads = [
    t("name"),
    `${t("price")} (${currency})`,
    t("original"),
    t("cost"),
    isKeyed(goods) ? t("stock") : t("cap"),
    t("onSale"),
  ];

  return (
    <Panel
      title={t("skus")}
      description={t("skusText")}
      actions={
        <>
          <ChangePrices skus={skus} currency={currency} onChange={(next) => change({ skus: next })} />
          <Button
            variant="secondary"
            size="sm"
            onClick={() => change({ skus: [...skus, newSku(skus.length + 1)] })}
          >
            <Plus aria-hidden />
            {t("addSku")}
          </Button>
        </>
      }
    >
      <FieldError>{fieldError("skus")}</FieldError>
      <div className="@container">
        <div
          aria-hidden
          className={cx("hidden border-line border-b pb-2 font-medium text-ink-muted text-xs", skuGrid)}
        >
          {heads.map((head) => (
            <span key={head}>{head}</span>
          ))}
        </div>
        <ol className="divide-y divide-line">
          {skus.map((sku, index) => (
            <SkuRow
              key={sku.key}
              sku={sku}
              index={index}
              count={skus.length}
              goods={goods}
              currency={currency}
              mayAddKeys={mayAddKeys}
              fieldError={fieldError}
              set={(changes) => set(sku.key, changes)}
              onMove={(to) => change({ skus: moved(skus, index, to) })}
              onRemove={() => change({ skus: skus.filter((one) => one.key !== sku.key) })}
              onCopyTiers={() =>
                change({
                  skus: skus.map((one) => ({
                    ...one,
                    tiers: sku.tiers.map((tier) => ({ ...tier, key: newKey() })),
                  })),
                })
              }
            />
          ))}
        </ol>
      </div>
    </Panel>
  );
}
