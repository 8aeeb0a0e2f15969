"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { useSelection } from "@/components/admin/table/selection";
import { useBulk } from "@/components/admin/table/use-bulk";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { stockDisplays } from "@/lib/catalogue/choices";

const empty = {
  category: "",
  price: "",
  addTags: "",
  removeTags: "",
  lowStock: "",
  stockDisplay: "",
  place: "",
};

const tagsOf = (text: string) =>
  text
    .split(/[,，]/)
    .map((tag) => tag.trim())
    .filter(Boolean);

/** Only what is filled in is changed, for everything that is ticked. */
export function BulkEdit({ categories }: { categories: readonly { id: number; name: string }[] }) {
  const t = useTranslations("admin-sell.products.bulk");
  const plain = useTranslations("admin-sell.product.fields.stock_display");
  const errorText = useAdminError();
  const { chosen, taken, isAll } = useSelection();
  const { run, reach } = useBulk({ path: "/admin/products/bulk" });
  const [draft, setDraft] = useState(empty);
  const [open, setOpen] = useState(false);
  const set = (name: keyof typeof empty) => (value: string) =>
    setDraft((before) => ({ ...before, [name]: value }));

  const body = {
    ...(draft.category ? { category_id: Number(draft.category) } : {}),
    ...(draft.price && !isAll ? { price_percent: Number(draft.price) } : {}),
    ...(tagsOf(draft.addTags).length > 0 ? { add_tags: tagsOf(draft.addTags) } : {}),
    ...(tagsOf(draft.removeTags).length > 0 ? { remove_tags: tagsOf(draft.removeTags) } : {}),
    ...(draft.lowStock ? { low_stock_at: Number(draft.lowStock) } : {}),
    ...(draft.stockDisplay ? { stock_display: draft.stockDisplay } : {}),
    ...(draft.place && !isAll ? { place: Number(draft.place) } : {}),
  };

  useUnsaved(open && Object.keys(body).length > 0);

  async function save() {
    await run(body, t("done"));
    setDraft(empty);
  }

  const number = (name: keyof typeof empty, label: string, hint?: string) => (
    <Field label={label} {...(hint ? { hint } : {})}>
      <Input type="number" step={1} value={draft[name]} onChange={({ target }) => set(name)(target.value)} />
    </Field>
  );
  const words = (name: keyof typeof empty, label: string) => (
    <Field label={label} hint={t("tagsHint")}>
      <Input value={draft[name]} onChange={({ target }) => set(name)(target.value)} />
    </Field>
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary" size="sm">
          {t("edit")}
        </Button>
      }
      title={t("editTitle", { count: (isAll && taken?.count) || chosen.size })}
      description={
        <>
          {t("editText")}
          {reach ? (
            <span className="mt-2 block font-medium text-ink" aria-live="polite">
              {reach}
            </span>
          ) : null}
        </>
      }
      confirmLabel={t("save")}
      tone="primary"
      onConfirm={save}
      errorText={errorText}
      isReady={Object.keys(body).length > 0}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("category")}>
          <Select value={draft.category} onChange={({ target }) => set("category")(target.value)}>
            <option value="">{t("unchanged")}</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {isAll ? null : number("price", t("price"), t("priceHint"))}
        {words("addTags", t("addTags"))}
        {words("removeTags", t("removeTags"))}
        {number("lowStock", t("lowStock"))}
        <Field label={plain("label")}>
          <Select value={draft.stockDisplay} onChange={({ target }) => set("stockDisplay")(target.value)}>
            <option value="">{t("unchanged")}</option>
            {stockDisplays.map((one) => (
              <option key={one} value={one}>
                {plain(one)}
              </option>
            ))}
          </Select>
        </Field>
        {isAll ? null : number("place", t("place"), t("placeHint"))}
      </div>
    </ConfirmDialog>
  );
}
