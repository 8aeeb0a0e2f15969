"use client";

import { useTranslations } from "next-intl";
import { BothSaid } from "@/components/admin/form/both-texts";
import { type FieldSpec, sayRichText, sayValue } from "@/components/admin/form/field-spec";
import { changedByBoth, type Draft } from "@/components/admin/form/use-draft";
import type { Change } from "./form-part";
import type { ProductDraft, SkuDraft } from "./product-draft";

const texts = ["title", "slug", "summary", "description", "tags"] as const;
const ofSku = ["name", "code", "price", "original", "cost", "cap"] as const;

type BothSavedProps = {
  draft: ProductDraft;
  conflict: Draft<ProductDraft>["conflict"];
  plain: readonly FieldSpec[];
  change: Change;
};

/** Fields of a product that two people changed at once: one's own words are in the form, and these are the other's. */
export function BothSaved({ draft, conflict, plain, change }: BothSavedProps) {
  const t = useTranslations("admin-sell.product");
  const form = useTranslations("admin.form");
  if (!conflict) return null;
  const { before, theirs } = conflict;
  const both = changedByBoth(draft, conflict);
  const words = { on: form("isOn"), off: form("isOff") };
  const bothPlain = changedByBoth(draft.plain, { before: before.plain, theirs: theirs.plain });
  const skus = draft.skus.flatMap((mine) => {
    const other = theirs.skus.find(({ id }) => id !== null && id === mine.id);
    const base = before.skus.find(({ id }) => id !== null && id === mine.id);
    if (!other || !base) return [];
    const names = changedByBoth<SkuDraft>(mine, { before: base, theirs: other });
    return ofSku.filter((name) => names.includes(name)).map((name) => ({ mine, other, name }));
  });
  const say = (name: (typeof texts)[number], value: string) =>
    name === "description" ? sayRichText(value) : value;
  return (
    <>
      {texts
        .filter((name) => both.includes(name))
        .map((name) => (
          <BothSaid
            key={name}
            label={t(name)}
            mine={say(name, draft[name])}
            theirs={say(name, theirs[name])}
            onTake={() => change({ [name]: theirs[name] })}
          />
        ))}
      {plain
        .filter(({ name }) => bothPlain.includes(name))
        .map((spec) => (
          <BothSaid
            key={spec.name}
            label={spec.label}
            mine={sayValue(spec, draft.plain[spec.name] ?? "", words)}
            theirs={sayValue(spec, theirs.plain[spec.name] ?? "", words)}
            onTake={() => change({ plain: { ...draft.plain, [spec.name]: theirs.plain[spec.name] ?? "" } })}
          />
        ))}
      {skus.map(({ mine, other, name }) => (
        <BothSaid
          key={`${mine.key}.${name}`}
          label={`${mine.name || mine.code} · ${t(name)}`}
          mine={mine[name] ?? ""}
          theirs={other[name] ?? ""}
          onTake={() =>
            change({
              skus: draft.skus.map((sku) => (sku.key === mine.key ? { ...sku, [name]: other[name] } : sku)),
            })
          }
        />
      ))}
    </>
  );
}
