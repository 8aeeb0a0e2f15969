import { mergeFresh } from "@/components/admin/form/field-spec";
import { noteKeys, type ProductDraft, type SkuDraft } from "./product-draft";

/** An option that was saved a moment ago has an id in `stored` and none in `typed`: its code tells that it is the same. */
const isSameSku = (a: SkuDraft, b: SkuDraft) =>
  a.id !== null && b.id !== null ? a.id === b.id : a.code === b.code;

function mergeSkus(typed: SkuDraft[], before: SkuDraft[], stored: SkuDraft[]): SkuDraft[] {
  const kept = typed.flatMap((mine) => {
    const theirs = stored.find((sku) => isSameSku(sku, mine));
    const base = before.find((sku) => sku.key === mine.key);
    if (!theirs) return mine.id === null ? [mine] : [];
    const merged = base ? mergeFresh(mine, base, theirs) : mine;
    return [{ ...merged, key: mine.key, id: theirs.id, capSeen: theirs.capSeen }];
  });
  const added = stored.filter(
    (theirs) => !typed.some((sku) => isSameSku(theirs, sku)) && !before.some((sku) => isSameSku(theirs, sku)),
  );
  return [...kept, ...added];
}

/** Puts the typed values on top of the product as somebody else saved it meanwhile. */
export const mergeDraft = (typed: ProductDraft, before: ProductDraft, stored: ProductDraft): ProductDraft => {
  noteKeys(typed);
  return {
    ...mergeFresh(typed, before, stored),
    seenAt: stored.seenAt,
    plain: mergeFresh(typed.plain, before.plain, stored.plain),
    skus: mergeSkus(typed.skus, before.skus, stored.skus),
  };
};

/** A text that is sold is goods: no browser keeps it. */
export const withoutGoods = (draft: ProductDraft): ProductDraft => ({
  ...draft,
  skus: draft.skus.map((sku) => ({ ...sku, content: "" })),
});
