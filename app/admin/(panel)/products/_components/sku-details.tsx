"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { type GoodsKind, secretKindOf } from "@/lib/catalogue/choices";
import type { PartProps } from "./form-part";
import { newKey, repeatedProperties, type SkuDraft } from "./product-draft";
import { RevealText } from "./reveal-text";
import { SkuTiers } from "./sku-tiers";

type SkuDetailsProps = {
  sku: SkuDraft;
  /** Path of the option in the body: `skus.0`. */
  at: string;
  goods: GoodsKind;
  fieldError: PartProps["fieldError"];
  set: (changes: Partial<SkuDraft>) => void;
  onCopyTiers?: (() => void) | undefined;
};

/** Edits the parts of an option that are seldom compared: its properties, its text, its wholesale prices. */
export function SkuDetails({ sku, at, goods, fieldError, set, onCopyTiers }: SkuDetailsProps) {
  const t = useTranslations("admin-sell.product");
  // A text may stand beside other goods: one that was written stays in sight.
  const hasText = goods === "text" || (sku.hasContent && secretKindOf(goods) === "text");
  return (
    <div className="grid gap-4 @xl:grid-cols-2">
      <Properties sku={sku} error={fieldError(`${at}.spec`)} set={set} />
      <div>
        <h3 className="font-medium text-sm">{t("wholesale")}</h3>
        <SkuTiers
          sku={sku}
          at={at}
          fieldError={fieldError}
          onChange={(tiers) => set({ tiers })}
          onCopy={onCopyTiers}
        />
      </div>
      {hasText ? (
        <div className="@xl:col-span-2">
          <Field label={t("text")} hint={t("textHint")} error={fieldError(`${at}.content`)}>
            <Textarea
              rows={4}
              value={sku.content}
              placeholder={sku.hasContent ? t("textKeep") : undefined}
              onChange={({ target }) => set({ content: target.value })}
              className="font-mono text-sm"
            />
          </Field>
          {sku.hasContent && sku.id !== null ? <RevealText skuId={sku.id} /> : null}
        </div>
      ) : null}
    </div>
  );
}

function Properties({
  sku,
  error,
  set,
}: {
  sku: SkuDraft;
  error: string | undefined;
  set: SkuDetailsProps["set"];
}) {
  const t = useTranslations("admin-sell.product");
  const { properties } = sku;
  const repeated = repeatedProperties(sku);
  const change = (key: string, part: { name?: string; value?: string }) =>
    set({ properties: properties.map((one) => (one.key === key ? { ...one, ...part } : one)) });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium text-sm">{t("spec")}</legend>
      {properties.map(({ key, name, value }, index) => (
        <div key={key}>
          <div className="flex items-center gap-2">
            <Input
              aria-label={t("propertyName", { number: index + 1 })}
              placeholder={t("propertyNameHint")}
              maxLength={40}
              aria-invalid={repeated.has(key) ? true : undefined}
              value={name}
              onChange={({ target }) => change(key, { name: target.value })}
            />
            <Input
              aria-label={t("propertyValue", { number: index + 1 })}
              placeholder={t("propertyValueHint")}
              maxLength={80}
              value={value}
              onChange={({ target }) => change(key, { value: target.value })}
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={t("removeProperty", { number: index + 1 })}
              onClick={() => set({ properties: properties.filter((one) => one.key !== key) })}
            >
              <Trash2 aria-hidden />
            </Button>
          </div>
          <FieldError>{repeated.has(key) ? t("propertyTwice") : null}</FieldError>
        </div>
      ))}
      <FieldError>{error}</FieldError>
      <Button
        variant="ghost"
        size="sm"
        className="self-start"
        disabled={properties.length >= 10}
        onClick={() => set({ properties: [...properties, { key: newKey(), name: "", value: "" }] })}
      >
        <Plus aria-hidden />
        {t("addProperty")}
      </Button>
    </fieldset>
  );
}
