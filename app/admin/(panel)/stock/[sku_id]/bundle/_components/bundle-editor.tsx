"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { DraftOffer } from "@/components/admin/form/draft-offer";
import { mergeFresh } from "@/components/admin/form/field-spec";
import { useDraft } from "@/components/admin/form/use-draft";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { isConflictOf, useWrite } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import { ChipGroup } from "@/components/ui/chip-group";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Money } from "@/components/ui/money";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { maxParts } from "@/lib/catalogue/bundles/bounds";
import type { Bundle } from "@/lib/catalogue/bundles/schema";
import { writeShopAmount } from "@/lib/core/money";
import { bundlePrice } from "./bundle-price";
import { PartSearch } from "./part-search";

type BundleEditorProps = { skuId: number; bundle: Bundle; currency: string; mayWrite: boolean };
type Part = { sku_id: number; title: string; name: string; price: string; quantity: string; isOff: boolean };

type Whole = { parts: Part[]; way: "own" | "percent"; price: string; percent: string };

/** Parts that somebody else added stay, those that they took away go, and one's own changes are on top. */
const mergeBundle = (typed: Whole, before: Whole, stored: Whole): Whole => {
  const has = (list: Part[], { sku_id }: Part) => list.find((part) => part.sku_id === sku_id);
  const kept = stored.parts.filter((part) => has(typed.parts, part) || !has(before.parts, part));
  const merged = kept.map((part) => {
    const [mine, base] = [has(typed.parts, part), has(before.parts, part)];
    return mine && base ? mergeFresh(mine, base, part) : part;
  });
  const added = typed.parts.filter((part) => !has(before.parts, part) && !has(stored.parts, part));
  return { ...mergeFresh(typed, before, stored), parts: [...merged, ...added] };
};

const drafts = ({ parts }: Bundle): Part[] =>
  parts.map((part) => ({
    sku_id: part.sku_id,
    title: part.title,
    name: part.sku_name || part.code,
    price: part.price,
    quantity: String(part.quantity),
    isOff: !part.is_sellable,
  }));

/** Which options an option consists of, and whether its price follows theirs. */
export function BundleEditor({ skuId, bundle, currency, mayWrite }: BundleEditorProps) {
  const t = useTranslations("admin-sell.bundle");
  const { submit, pending, problem, fieldError, formError } = useWrite({
    path: `/admin/skus/${skuId}/bundle`,
    method: "PUT",
    success: t("saved"),
  });
  const { draft, setDraft, setSaved, isDirty, offer } = useDraft<Whole>({
    version: JSON.stringify(bundle),
    read: () => ({
      parts: drafts(bundle),
      way: bundle.percent === null ? "own" : "percent",
      price: writeShopAmount(bundle.price),
      percent: String(bundle.percent ?? 10),
    }),
    isConflict: isConflictOf(problem),
    merge: mergeBundle,
    keep: mayWrite ? { form: `bundle ${skuId}` } : null,
  });
  const { parts, way, price, percent } = draft;
  const set = (next: Partial<Whole>) => setDraft((before) => ({ ...before, ...next }));
  const setParts = (next: (before: Part[]) => Part[]) =>
    setDraft((before) => ({ ...before, parts: next(before.parts) }));
  useUnsaved(isDirty && !pending);

  const { sum, price: reduced } = bundlePrice(parts, percent);
  const change = (skuIdOfPart: number, quantity: string) =>
    setParts((before) => before.map((part) => (part.sku_id === skuIdOfPart ? { ...part, quantity } : part)));
  const fields = parts.flatMap((_, index) => [`parts.${index}.sku_id`, `parts.${index}.quantity`]);

  async function save() {
    const isSaved = await submit({
      parts: parts.map(({ sku_id, quantity }) => ({ sku_id, quantity: Number(quantity) })),
      ...(way === "percent" ? { percent: Number(percent) } : { percent: null, price: price.trim() }),
      seen: {
        parts: bundle.parts.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
        percent: bundle.percent,
      },
    });
    if (isSaved) setSaved(draft);
  }

  return (
    <ScriptForm onSend={save} className="flex flex-col gap-5">
      <DraftOffer offer={offer} />
      {parts.length === 0 ? <p className="text-ink-muted text-sm">{t("none")}</p> : null}
      <ul className="divide-y divide-line rounded-md border border-line empty:hidden">
        {parts.map((part, index) => (
          <li key={part.sku_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <Input
              aria-label={t("unitsOf", { name: part.title })}
              inputMode="numeric"
              maxLength={3}
              required
              disabled={!mayWrite}
              value={part.quantity}
              onChange={({ target }) => change(part.sku_id, target.value)}
              className="tabular w-16 text-right"
            />
            <span aria-hidden className="text-ink-faint">
              ×
            </span>
            <span className="min-w-0 flex-1 break-words">
              {part.title} <span className="text-ink-muted">· {part.name}</span>
              <Money value={part.price} currency={currency} className="block text-ink-muted text-xs" />
              {part.isOff ? <span className="block text-danger text-xs">{t("isOff")}</span> : null}
            </span>
            {mayWrite ? (
              <Button
                type="button"
                variant="ghost"
                size="icon-sm"
                aria-label={t("removeOne", { name: part.title })}
                onClick={() => setParts((before) => before.filter(({ sku_id }) => sku_id !== part.sku_id))}
              >
                <X aria-hidden />
              </Button>
            ) : null}
            <FieldError>{fieldError(`parts.${index}.sku_id`, `parts.${index}.quantity`)}</FieldError>
          </li>
        ))}
      </ul>
      {mayWrite && parts.length < maxParts ? (
        <PartSearch
          skuId={skuId}
          currency={currency}
          chosen={parts.map(({ sku_id }) => sku_id)}
          onAdd={(part) =>
            setParts((before) => [
              ...before,
              {
                sku_id: part.sku_id,
                title: part.title,
                name: part.sku_name || part.code,
                price: part.price,
                quantity: "1",
                isOff: false,
              },
            ])
          }
        />
      ) : null}
      <div className="flex flex-wrap items-end gap-4">
        <ChipGroup
          legend={t("price")}
          value={way}
          onChange={(next) => set({ way: next })}
          chips={[
            { value: "percent", label: t("byPercent"), disabled: !mayWrite },
            { value: "own", label: t("own"), disabled: !mayWrite },
          ]}
        />
        {way === "percent" ? (
          <Field label={t("percent")} error={fieldError("percent")} className="w-40">
            <Input
              inputMode="numeric"
              maxLength={2}
              required
              disabled={!mayWrite}
              value={percent}
              onChange={({ target }) => set({ percent: target.value })}
            />
          </Field>
        ) : (
          <Field label={`${t("own")} (${currency})`} error={fieldError("price")} className="w-40">
            <Input
              inputMode="decimal"
              maxLength={15}
              required
              disabled={!mayWrite}
              value={price}
              onChange={({ target }) => set({ price: target.value })}
            />
          </Field>
        )}
      </div>
      <dl className="grid max-w-xs gap-1 text-sm" aria-live="polite">
        <div className="flex justify-between gap-4">
          <dt className="text-ink-muted">{t("sum")}</dt>
          <dd>
            <Money value={sum} currency={currency} />
          </dd>
        </div>
        {way === "percent" && reduced !== null ? (
          <div className="flex justify-between gap-4 font-medium">
            <dt>{t("price")}</dt>
            <dd>
              <Money value={reduced} currency={currency} />
            </dd>
          </div>
        ) : null}
      </dl>
      <FieldError>{formError(...fields, "percent", "price")}</FieldError>
      {mayWrite ? (
        <div className="flex justify-end">
          <SubmitButton loading={pending} disabled={!isDirty}>
            {t("save")}
          </SubmitButton>
        </div>
      ) : null}
    </ScriptForm>
  );
}
