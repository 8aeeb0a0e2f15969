"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { SpecField } from "@/components/admin/form/spec-field";
import { TagsInput } from "@/components/admin/form/tags-input";
import { Panel } from "@/components/admin/page-frame";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { goodsKinds, isAddedGoods, productStatuses } from "@/lib/catalogue/choices";
import type { PaymentOutlook } from "@/lib/payments/schema";
import type { PartProps } from "./form-part";
import { NewCategory } from "./new-category";
import { PayWarning } from "./pay-warning";
import type { ProductDraft } from "./product-draft";
import { SetUpGoods } from "./set-up-goods";

type ProductSideProps = PartProps & {
  plain: readonly FieldSpec[];
  categories: readonly { id: number; name: string }[];
  isNew: boolean;
  mayWrite: boolean;
  outlook: PaymentOutlook;
};

export function ProductSide({
  draft,
  plain,
  categories: given,
  isNew,
  mayWrite,
  outlook,
  change,
  fieldError,
}: ProductSideProps) {
  const [made, setMade] = useState<{ id: number; name: string }[]>([]);
  const categories = [...given, ...made.filter(({ id }) => !given.some((known) => known.id === id))];
  const t = useTranslations("admin-sell.product");
  const status = useTranslations("admin.status");
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Panel title={t("organise")}>
        <div className="flex flex-col gap-4">
          <Field label={t("status")} error={fieldError("status")}>
            <Select
              value={draft.status}
              onChange={({ target }) => change({ status: target.value as ProductDraft["status"] })}
            >
              {productStatuses.map((value) => (
                <option key={value} value={value}>
                  {status(`product.${value}`)}
                </option>
              ))}
            </Select>
          </Field>
          <PayWarning outlook={outlook} status={draft.status} isNew={isNew} />
          <Field label={t("category")} required error={fieldError("category_id")}>
            <Select value={draft.categoryId} onChange={({ target }) => change({ categoryId: target.value })}>
              {categories.map((category) => (
                <option key={category.id} value={category.id}>
                  {category.name}
                </option>
              ))}
            </Select>
          </Field>
          {mayWrite ? (
            <NewCategory
              isFirst={categories.length === 0}
              onMade={(category) => {
                setMade([...made, category]);
                change({ categoryId: String(category.id) });
              }}
            />
          ) : null}
          <Field label={t("tags")} hint={t("tagsHint")} error={fieldError("tags")}>
            <TagsInput isText value={draft.tags} onChange={(tags) => change({ tags })} />
          </Field>
        </div>
      </Panel>
      <Panel title={t("delivery")}>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
          <div>
            <Field
              label={t("kind")}
              hint={`${t(`needs.${draft.goods}`)} ${isAddedGoods(draft.goods) ? (isNew ? t("kindNewHint") : "") : t("kindHint")}`}
              error={fieldError("auto_secret_kind")}
            >
              <Select
                value={draft.goods}
                onChange={({ target }) => change({ goods: target.value as ProductDraft["goods"] })}
              >
                {goodsKinds.map((value) => (
                  <option key={value} value={value}>
                    {status(`kind.${value}`)}
                  </option>
                ))}
              </Select>
            </Field>
            <SetUpGoods draft={draft} />
          </div>
          <Field label={t("purchase")} error={fieldError("purchase_type")}>
            <Select
              value={draft.purchase}
              onChange={({ target }) => change({ purchase: target.value as ProductDraft["purchase"] })}
            >
              <option value="guest">{t("purchases.guest")}</option>
              <option value="member">{t("purchases.member")}</option>
            </Select>
          </Field>
          <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2 xl:col-span-1">
            {plain.map((spec) => (
              <SpecField
                key={spec.name}
                spec={spec}
                value={draft.plain[spec.name] ?? ""}
                error={fieldError(spec.name)}
                onChange={(value) => change({ plain: { ...draft.plain, [spec.name]: value } })}
              />
            ))}
          </div>
        </div>
      </Panel>
      <Panel title={t("seo")}>
        <div className="flex flex-col gap-4">
          <Field label={t("seoTitle")} error={fieldError("seo.title")}>
            <Input value={draft.seoTitle} onChange={({ target }) => change({ seoTitle: target.value })} />
          </Field>
          <Field label={t("seoDescription")} error={fieldError("seo.description")}>
            <Textarea
              rows={3}
              value={draft.seoDescription}
              onChange={({ target }) => change({ seoDescription: target.value })}
            />
          </Field>
        </div>
      </Panel>
    </div>
  );
}
