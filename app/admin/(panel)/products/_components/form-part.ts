import type { ProductDraft } from "./product-draft";

export type Change = (changes: Partial<ProductDraft>) => void;

export type PartProps = {
  draft: ProductDraft;
  change: Change;
  fieldError: (...names: string[]) => string | undefined;
};
