"use client";

import { ArrowDown, ArrowUp, Boxes, FileDown, Plus, Trash2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { moved } from "@/components/admin/form/use-sortable";
import { Panel } from "@/components/admin/page-frame";
import { Button, buttonClass } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SwitchField } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { isKeyed } from "@/lib/catalogue/schema";
import type { PartProps } from "./form-part";
import { newKey, newSku, type SkuDraft } from "./product-draft";
import { RevealText } from "./reveal-text";
import { SkuTiers } from "./sku-tiers";

export function SkuList({ draft, currency, change, fieldError }: PartProps & { currency: string }) {
  const t = useTranslations("admin-sell.product");
  const { skus, kind } = draft;
  const set = (key: string, changes: Partial<SkuDraft>) =>
    change({ skus: skus.map((sku) => (sku.key === key ? { ...sku, ...changes } : sku)) });

  return (
    <Panel
      title={t("skus")}
      description={t("skusText")}
      actions={
        <Button
          variant="secondary"
          size="sm"
          onClick={() => change({ skus: [...skus, newSku(skus.length + 1)] })}
        >
          <Plus aria-hidden />
          {t("addSku")}
        </Button>
      }
    >
      <FieldError>{fieldError("skus")}</FieldError>
      <ol className="flex flex-col gap-4">
        {skus.map((sku, index) => {
          const at = `skus.${index}`;
          return (
            <li key={sku.key} className="rounded-md border border-line p-3 sm:p-4">
              <div className="mb-3 flex flex-wrap items-center gap-2">
                <span className="tabular grid size-6 place-items-center rounded-full bg-sunken font-medium text-xs">
                  {index + 1}
                </span>
                <span className="min-w-0 flex-1 truncate font-medium text-sm">{sku.name || sku.code}</span>
                {sku.id !== null && isKeyed(kind) && !sku.isUpstream ? (
                  <Link href={`/admin/stock/${sku.id}`} className={buttonClass("ghost", "sm")}>
                    <Boxes aria-hidden />
                    {t("stockLink")} · {t("inStock", { count: sku.free })}
                  </Link>
                ) : null}
                {sku.id !== null && !sku.isUpstream ? (
                  <Link href={`/admin/products/files/${sku.id}`} className={buttonClass("ghost", "sm")}>
                    <FileDown aria-hidden />
                    {t("filesLink")}
                  </Link>
                ) : null}
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={t("moveUp")}
                  disabled={index === 0}
                  onClick={() => change({ skus: moved(skus, index, index - 1) })}
                >
                  <ArrowUp aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={t("moveDown")}
                  disabled={index === skus.length - 1}
                  onClick={() => change({ skus: moved(skus, index, index + 1) })}
                >
                  <ArrowDown aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={t("removeSku", { name: sku.name || sku.code })}
                  disabled={skus.length === 1}
                  onClick={() => change({ skus: skus.filter((one) => one.key !== sku.key) })}
                >
                  <Trash2 aria-hidden />
                </Button>
              </div>
              {sku.isUpstream ? <p className="mb-3 text-ink-muted text-xs">{t("upstreamNote")}</p> : null}
              <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
                <Field label={t("name")} error={fieldError(`${at}.name`)} className="lg:col-span-2">
                  <Input value={sku.name} onChange={({ target }) => set(sku.key, { name: target.value })} />
                </Field>
                <Field label={t("code")} required error={fieldError(`${at}.code`)}>
                  <Input
                    value={sku.code}
                    spellCheck={false}
                    onChange={({ target }) => set(sku.key, { code: target.value })}
                    className="font-mono"
                  />
                </Field>
                <SwitchField
                  label={t("onSale")}
                  checked={sku.isActive}
                  onCheckedChange={(isActive) => set(sku.key, { isActive })}
                  className="self-end pb-2"
                />
                <Field label={`${t("price")} (${currency})`} required error={fieldError(`${at}.price`)}>
                  <Input
                    inputMode="decimal"
                    placeholder="0.00"
                    value={sku.price}
                    onChange={({ target }) => set(sku.key, { price: target.value })}
                    className="tabular"
                  />
                </Field>
                <Field label={t("original")} error={fieldError(`${at}.original_price`)}>
                  <Input
                    inputMode="decimal"
                    value={sku.original}
                    onChange={({ target }) => set(sku.key, { original: target.value })}
                    className="tabular"
                  />
                </Field>
                <Field label={t("cost")} error={fieldError(`${at}.cost_price`)}>
                  <Input
                    inputMode="decimal"
                    value={sku.cost}
                    onChange={({ target }) => set(sku.key, { cost: target.value })}
                    className="tabular"
                  />
                </Field>
                {isKeyed(kind) || sku.isUpstream ? null : (
                  <Field label={t("cap")} hint={t("capHint")} error={fieldError(`${at}.stock`)}>
                    <Input
                      inputMode="numeric"
                      value={sku.cap}
                      onChange={({ target }) => set(sku.key, { cap: target.value })}
                      className="tabular"
                    />
                  </Field>
                )}
                <Field
                  label={t("spec")}
                  hint={t("specHint")}
                  error={fieldError(`${at}.spec`)}
                  className="sm:col-span-2"
                >
                  <Textarea
                    rows={2}
                    value={sku.spec}
                    onChange={({ target }) => set(sku.key, { spec: target.value })}
                  />
                </Field>
                {kind === "text" ? (
                  <div className="sm:col-span-2">
                    <Field label={t("text")} required={!sku.hasContent} error={fieldError(`${at}.content`)}>
                      <Textarea
                        rows={4}
                        value={sku.content}
                        placeholder={sku.hasContent ? t("textKeep") : undefined}
                        onChange={({ target }) => set(sku.key, { content: target.value })}
                        className="font-mono text-sm"
                      />
                    </Field>
                    {sku.hasContent && sku.id !== null ? <RevealText skuId={sku.id} /> : null}
                  </div>
                ) : null}
              </div>
              <SkuTiers
                sku={sku}
                at={at}
                fieldError={fieldError}
                onChange={(tiers) => set(sku.key, { tiers })}
                onCopy={
                  skus.length > 1
                    ? () =>
                        change({
                          skus: skus.map((one) => ({
                            ...one,
                            tiers: sku.tiers.map((tier) => ({ ...tier, key: newKey() })),
                          })),
                        })
                    : undefined
                }
              />
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
