import type { z } from "zod";
import type { createProductBody } from "@/lib/catalogue/admin/schema";
import type { CategorySlug } from "./categories";
import type { KeyFormat } from "./keys";

type Body = z.input<typeof createProductBody>;

export interface SampleSku extends Omit<Body["skus"][number], "id"> {
  /** How many keys lie on the shelf, and what they look like. */
  keys?: { format: KeyFormat; count: number };
}

/** A product as an operator would type it in, with its category by slug and the keys of its options. */
export interface SampleProduct
  extends Omit<Body, "category_id" | "skus" | "image" | "status" | "sort_order"> {
  category: CategorySlug;
  skus: SampleSku[];
}
