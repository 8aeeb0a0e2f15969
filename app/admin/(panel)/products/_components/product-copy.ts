import type { FieldSpec } from "@/components/admin/form/field-spec";
import type { AdminProduct } from "@/lib/catalogue/admin/schema";
import { newKey, type ProductDraft, toDraft } from "./product-draft";

/** A new product like another: a draft of its own, without keys, contents and units. */
export function toCopy(product: AdminProduct, plain: readonly FieldSpec[], title: string): ProductDraft {
  const draft = toDraft(product, plain);
  return {
    ...draft,
    seenAt: null,
    title: title.slice(0, 120),
    slug: `${product.slug.slice(0, 70)}-copy`,
    status: "draft",
    skus: draft.skus.map((sku) => ({
      ...sku,
      key: newKey(),
      id: null,
      cap: "",
      capSeen: null,
      content: "",
      hasContent: false,
      delivers: [],
      isUpstream: false,
      free: 0,
    })),
  };
}
