"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { formFoot } from "@/components/admin/form/form-foot";
import { useGuardedOpen } from "@/components/admin/form/use-guarded-open";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { showFirstError, useWrite } from "@/components/admin/form/use-write";
import { useApi } from "@/components/admin/use-api";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioCard } from "@/components/ui/radio";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { SwitchField } from "@/components/ui/switch";
import type { AdminProduct, AdminProductList } from "@/lib/catalogue/admin/schema";
import { writeShopAmount } from "@/lib/core/money";
import type { offerRow } from "@/lib/interconnect/agent/admin/schema";
import { repeatRules } from "@/lib/interconnect/agent/purchases/choices";

type RepeatRule = (typeof repeatRules)[number];
type Offer = z.infer<typeof offerRow>;
type MapOfferProps = { connectionId: number; offer: Offer };

export function MapOffer({ connectionId, offer }: MapOfferProps) {
  const t = useTranslations("admin-trade.connection");
  const { open, ask, close, onDirty } = useGuardedOpen();
  return (
    <Dialog open={open} onOpenChange={(next) => void ask(next)}>
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm">
          {offer.mapping ? t("mapChange") : t("map")}
        </Button>
      </DialogTrigger>
      <DialogContent title={t("mapTitle", { title: offer.title })} description={t("mapText")}>
        <MapForm connectionId={connectionId} offer={offer} onDone={close} onDirty={onDirty} />
      </DialogContent>
    </Dialog>
  );
}

/** Hundredths of a percent from what was typed in percent. */
const toBps = (text: string) => (text.trim() === "" ? null : Math.round(Number(text) * 100));

type MapFormProps = MapOfferProps & { onDone: () => void; onDirty: (isDirty: boolean) => void };

function MapForm({ connectionId, offer, onDone, onDirty }: MapFormProps) {
  const t = useTranslations("admin-trade.connection");
  const { mapping } = offer;
  const [search, setSearch] = useState(mapping?.title ?? offer.title);
  const [productId, setProductId] = useState<number | null>(mapping?.product_id ?? null);
  const [skuId, setSkuId] = useState<number | null>(mapping?.sku_id ?? null);
  const [isAuto, setAuto] = useState(mapping?.is_price_auto ?? true);
  const [markup, setMarkup] = useState(mapping?.markup_bps == null ? "" : String(mapping.markup_bps / 100));
  const [fixed, setFixed] = useState(writeShopAmount(mapping?.fixed ?? ""));
  const [repeats, setRepeats] = useState<RepeatRule>(mapping?.repeats ?? "never");
  const word = useDeferredValue(search.trim());
  const found = useApi<AdminProductList>(`/admin/products?per_page=6&search=${encodeURIComponent(word)}`, {
    keepPreviousData: true,
  });
  const product = useApi<AdminProduct>(productId === null ? null : `/admin/products/${productId}`);
  const form = useRef<HTMLFormElement>(null);
  const { submit, pending, problem, fieldError, formError } = useWrite(
    {
      path: `/admin/interconnect/connections/${connectionId}/mappings`,
      method: "PUT",
      success: t("mapSaved"),
    },
    onDone,
  );

  const isDirty =
    skuId !== (mapping?.sku_id ?? null) ||
    isAuto !== (mapping?.is_price_auto ?? true) ||
    repeats !== (mapping?.repeats ?? "never") ||
    (isAuto &&
      (toBps(markup) !== (mapping?.markup_bps ?? null) ||
        fixed.trim() !== writeShopAmount(mapping?.fixed ?? "")));
  useUnsaved(isDirty && !pending);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    if (problem) showFirstError(form.current);
  }, [problem]);

  function save() {
    void submit({
      offer_id: offer.id,
      sku_id: skuId,
      seen: mapping
        ? {
            sku_id: mapping.sku_id,
            is_price_auto: mapping.is_price_auto,
            markup_bps: mapping.markup_bps,
            fixed: mapping.fixed,
            repeats: mapping.repeats,
          }
        : { sku_id: null },
      is_price_auto: isAuto,
      markup_bps: isAuto ? toBps(markup) : null,
      fixed: isAuto ? fixed.trim() || null : null,
      repeats,
    });
  }

  const products = found.data?.products ?? [];
  return (
    <ScriptForm ref={form} onSend={save} className="flex flex-col gap-4">
      <Field label={t("mapFind")}>
        <Input value={search} onChange={({ target }) => setSearch(target.value)} />
      </Field>
      <ul className="flex flex-col gap-1">
        {products.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              aria-pressed={row.id === productId}
              onClick={() => {
                setProductId(row.id);
                setSkuId(null);
              }}
              className={cx(
                "w-full rounded-md border px-3 py-2 text-left text-sm",
                row.id === productId ? "border-pine bg-pine-soft text-pine" : "border-line hover:bg-sunken",
              )}
            >
              {row.title}
            </button>
          </li>
        ))}
        {found.data && products.length === 0 ? (
          <li className="text-ink-muted text-sm">{t("mapNothing")}</li>
        ) : null}
      </ul>
      {product.data ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-medium text-sm">{t("mapChoose")}</legend>
          {product.data.skus.map((sku) => (
            <RadioCard
              key={sku.id}
              name="sku"
              checked={sku.id === skuId}
              onChange={() => setSkuId(sku.id)}
              label={sku.name}
              hint={sku.code}
            />
          ))}
        </fieldset>
      ) : null}
      <SwitchField label={t("mapAuto")} checked={isAuto} onCheckedChange={setAuto} />
      {isAuto ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={`${t("mapMarkup")} (%)`} hint={t("mapHint")} error={fieldError("markup_bps")}>
            <Input inputMode="decimal" value={markup} onChange={({ target }) => setMarkup(target.value)} />
          </Field>
          <Field label={t("mapFixed")} hint={t("mapHint")} error={fieldError("fixed")}>
            <Input inputMode="decimal" value={fixed} onChange={({ target }) => setFixed(target.value)} />
          </Field>
        </div>
      ) : null}
      <fieldset className="flex flex-col gap-2">
        <legend className="font-medium text-sm">{t("mapRepeats")}</legend>
        <p className="mb-1 text-ink-muted text-sm">{t("mapRepeatsHint")}</p>
        {repeatRules.map((rule) => (
          <RadioCard
            key={rule}
            name="repeats"
            checked={rule === repeats}
            onChange={() => setRepeats(rule)}
            label={t(`repeats.${rule}`)}
          />
        ))}
      </fieldset>
      <FieldError>{fieldError("sku_id") ?? formError("markup_bps", "fixed")}</FieldError>
      <div className={formFoot}>
        <SubmitButton loading={pending} disabled={skuId === null}>
          {t("map")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}
