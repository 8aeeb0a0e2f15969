"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { DraftOffer } from "@/components/admin/form/draft-offer";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { HtmlField } from "@/components/admin/form/html-field";
import type { Languages } from "@/components/admin/form/in-languages";
import { slugOf } from "@/components/admin/form/slug-of";
import { useDraft } from "@/components/admin/form/use-draft";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { isConflictOf, showFirstError, useWrite } from "@/components/admin/form/use-write";
import { Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Textarea } from "@/components/ui/textarea";
import type { AdminProduct } from "@/lib/catalogue/admin/schema";
import { type GoodsKind, isAddedGoods } from "@/lib/catalogue/choices";
import type { PaymentOutlook } from "@/lib/payments/schema";
import { BothSaved } from "./both-saved";
import { BuyerQuestions } from "./buyer-questions";
import type { Change } from "./form-part";
import { mergeDraft, withoutGoods } from "./merge-draft";
import { PictureList } from "./picture-list";
import { toCopy } from "./product-copy";
import { emptyDraft, type ProductDraft, repeatedProperties, toDraft, toProductBody } from "./product-draft";
import { ProductSide } from "./product-side";
import { ProductTexts } from "./product-texts";
import { SkuList } from "./sku-list";

/** Fields that say themselves why they were refused. */
const placed = [
  ...["title", "slug", "summary", "description", "images", "image", "skus", "form_fields"],
  ...["status", "category_id", "tags", "auto_secret_kind", "purchase_type"],
];

type ProductFormProps = {
  product: AdminProduct | null;
  /** A new product begins like this one. */
  copyOf?: AdminProduct | null;
  /** The fields that are stored as they are entered, with the values of `product` or `copyOf`. */
  plain: readonly FieldSpec[];
  categories: readonly { id: number; name: string }[];
  currency: string;
  mayWrite: boolean;
  mayAddKeys?: boolean;
  outlook: PaymentOutlook;
  /** The goods that its options are to be given, until one has them. */
  goods?: GoodsKind | undefined;
  languages: Languages;
};

/** Goods that an option is given afterwards stay chosen on the page of the new product. */
const newPage = ({ goods }: ProductDraft) =>
  `/admin/products/{id}${isAddedGoods(goods) ? `?goods=${goods}` : ""}`;

export function ProductForm({
  product,
  copyOf,
  plain,
  categories,
  currency,
  mayWrite,
  mayAddKeys = false,
  outlook,
  goods,
  languages,
}: ProductFormProps) {
  const t = useTranslations("admin-sell.product");
  const form = useRef<HTMLFormElement>(null);
  const hasOwnSlug = useRef(product !== null || copyOf != null);
  const { submit, pending, problem, fieldError, formError, clear } = useWrite(
    product ? { path: `/admin/products/${product.id}`, method: "PATCH" } : { path: "/admin/products" },
    () => setSaved(draft),
  );
  const { draft, saved, isDirty, setDraft, setSaved, offer, conflict } = useDraft<ProductDraft>({
    // Read again after a save too: ids of new options, cleaned HTML.
    version: JSON.stringify(product),
    read: () =>
      product
        ? toDraft(product, plain, goods)
        : copyOf
          ? toCopy(copyOf, plain, t("copyTitle", { title: copyOf.title }))
          : emptyDraft(String(categories[0]?.id ?? ""), plain),
    isConflict: isConflictOf(problem),
    merge: mergeDraft,
    keep: mayWrite
      ? { form: `product ${product?.id ?? `new ${copyOf?.id ?? ""}`}`, safe: withoutGoods }
      : null,
  });

  useUnsaved(isDirty && !pending);
  useEffect(() => {
    if (problem) showFirstError(form.current);
  }, [problem]);

  const change: Change = (changes) => {
    clear();
    setDraft((before) => ({ ...before, ...changes }));
  };

  /** An address from the title, unless one was typed or the title has changed again meanwhile. */
  async function suggestSlug(title: string) {
    if (hasOwnSlug.current) return;
    const slug = await slugOf(title);
    setDraft((before) => (hasOwnSlug.current || before.title !== title ? before : { ...before, slug }));
  }

  function save() {
    // Said at the property itself; sent, one of the two values would be lost.
    if (draft.skus.some((sku) => repeatedProperties(sku).size > 0)) return showFirstError(form.current);
    const write = product ? { success: t("saved") } : { success: t("created"), goTo: newPage(draft) };
    void submit(toProductBody(draft, plain), write);
  }

  // Price and stock are what a product that is there is opened for.
  const options = (
    <SkuList
      draft={draft}
      currency={currency}
      mayAddKeys={mayAddKeys}
      change={change}
      fieldError={fieldError}
    />
  );
  const loose = formError(...placed, ...plain.map(({ name }) => name));
  return (
    <ScriptForm ref={form} onSend={save}>
      <DraftOffer offer={offer} className="mb-4" />
      <BothSaved draft={draft} conflict={conflict} plain={plain} change={change} />
      <fieldset
        disabled={!mayWrite}
        className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]"
      >
        <div className="flex min-w-0 flex-col gap-4">
          {product ? options : null}
          <Panel title={t("basics")}>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t("title")} required error={fieldError("title")}>
                <Input
                  value={draft.title}
                  maxLength={120}
                  onChange={({ target }) => {
                    change({ title: target.value });
                    void suggestSlug(target.value);
                  }}
                />
              </Field>
              <Field label={t("slug")} hint={t("slugHint")} required error={fieldError("slug")}>
                <Input
                  value={draft.slug}
                  maxLength={80}
                  spellCheck={false}
                  onChange={({ target }) => {
                    hasOwnSlug.current = true;
                    change({ slug: target.value });
                  }}
                  className="font-mono"
                />
              </Field>
              <Field
                label={t("summary")}
                hint={t("summaryHint")}
                error={fieldError("summary")}
                className="sm:col-span-2"
              >
                <Textarea
                  rows={2}
                  maxLength={300}
                  value={draft.summary}
                  onChange={({ target }) => change({ summary: target.value })}
                />
              </Field>
              <Field label={t("description")} error={fieldError("description")} className="sm:col-span-2">
                <HtmlField
                  rows={14}
                  value={draft.description}
                  onChange={(description) => change({ description })}
                />
              </Field>
            </div>
          </Panel>
          <Panel title={t("pictures")} description={t("picturesText")}>
            <PictureList
              pictures={draft.pictures}
              whole={draft.wholePictures}
              onChange={(pictures) => change({ pictures })}
              onWhole={(wholePictures) => change({ wholePictures })}
            />
            <FieldError>{fieldError("images", "image")}</FieldError>
          </Panel>
          {product ? null : options}
          {draft.goods === "none" ? (
            <BuyerQuestions draft={draft} change={change} fieldError={fieldError} />
          ) : null}
          <ProductTexts draft={draft} change={change} fieldError={fieldError} languages={languages} />
        </div>
        <ProductSide
          draft={draft}
          plain={plain}
          categories={categories}
          isNew={product === null}
          mayWrite={mayWrite}
          outlook={outlook}
          change={change}
          fieldError={fieldError}
        />
      </fieldset>
      {mayWrite ? (
        <div className="bottom-bar z-20 -mx-3 mt-4 flex flex-wrap items-center justify-end gap-3 border-line border-t bg-paper/95 px-3 py-3 backdrop-blur-md sm:-mx-6 sm:px-6">
          <span className="mr-auto min-w-0 text-ink-muted text-sm" aria-live="polite">
            {loose ? <FieldError>{loose}</FieldError> : isDirty ? t("unsaved") : null}
          </span>
          {product && isDirty ? (
            <Button
              variant="secondary"
              onClick={() => {
                clear();
                setDraft(saved);
              }}
            >
              {t("discard")}
            </Button>
          ) : null}
          <SubmitButton loading={pending} disabled={product !== null && !isDirty}>
            {product ? t("save") : t("create")}
          </SubmitButton>
        </div>
      ) : null}
    </ScriptForm>
  );
}
