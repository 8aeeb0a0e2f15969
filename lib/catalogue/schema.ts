import { z } from "zod";
import {
  id,
  idListBody,
  idText,
  moneyIn,
  moneyOut,
  pageOut,
  pictureAddress,
  plainText,
  slugText,
  storefrontPage,
} from "../core/wire";

export const secretKinds = ["card_key", "account", "link", "text", "none"] as const;
export const stockStatuses = ["in_stock", "low_stock", "out_of_stock", "unlimited"] as const;
export const productSorts = ["default", "newest", "price_asc", "price_desc"] as const;
export const formFieldTypes = ["text", "textarea", "email", "number", "select"] as const;

/** What `stock` shows when there is no end to it. */
export const unlimitedStock = 999_999;

export const productQuery = z.object({
  ...storefrontPage,
  category_id: idText.optional(),
  category: z.string().max(80, "must have at most 80 characters").optional(),
  search: z
    .string()
    .trim()
    .max(100, "must have at most 100 characters")
    .min(1, "must have at least 1 character")
    .optional(),
  sort: z.enum(productSorts).default("default"),
});
export type ProductQuery = z.output<typeof productQuery>;

export const categoryRef = z.object({ id: z.int(), slug: z.string(), name: z.string() });

export const productSummary = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  price: moneyOut,
  original_price: moneyOut.nullable(),
  currency: z.string(),
  stock: z.int(),
  stock_status: z.enum(stockStatuses),
  category: categoryRef,
  image: z.string().nullable(),
  tags: z.array(z.string()),
  delivery: z.enum(["auto", "manual"]),
  auto_secret_kind: z.enum(secretKinds),
  purchase_type: z.enum(["guest", "member"]),
  min_quantity: z.int(),
  max_quantity: z.int(),
});
export type ProductSummary = z.infer<typeof productSummary>;

export const sku = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  spec: z.record(z.string(), z.string()),
  price: moneyOut,
  original_price: moneyOut.nullable(),
  stock: z.int(),
  stock_status: z.enum(stockStatuses),
});
export type SkuView = z.infer<typeof sku>;

export const wholesaleTier = z.object({ min_quantity: z.int(), price: moneyOut });

export const formField = z.object({
  key: z.string(),
  type: z.enum(formFieldTypes),
  label: z.string(),
  required: z.boolean(),
  pattern: z.string().optional(),
  options: z.array(z.string()).optional(),
});
export type FormField = z.infer<typeof formField>;

export const productDetail = productSummary.extend({
  description: z.string(),
  images: z.array(z.string()),
  skus: z.array(sku),
  wholesale: z.array(wholesaleTier),
  form_fields: z.array(formField),
  seo: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
});
export type ProductDetail = z.infer<typeof productDetail>;

export const productList = z.object({ products: z.array(productSummary), ...pageOut });
export type ProductList = z.infer<typeof productList>;

export const category = z.object({
  id: z.int(),
  parent_id: z.int().nullable(),
  slug: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  sort_order: z.int(),
  product_count: z.int(),
});
export type CategoryView = z.infer<typeof category>;

export const categoryList = z.object({ categories: z.array(category) });

export const productStatuses = ["draft", "active", "archived"] as const;

const order = z.int().min(-1_000_000, "must be at least -1000000").max(1_000_000, "must be at most 1000000");
const units = z.int().min(0, "must be at least 0").max(unlimitedStock, `must be at most ${unlimitedStock}`);
const word = (max: number) => plainText(max, 1);
const emptyAsNull = (max: number) =>
  plainText(max)
    .nullable()
    .transform((text) => text || null);

export const skuBody = z.object({
  /** Absent for a new one. */
  id: id.optional(),
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9._-]{1,40}$/, "must be 1 to 40 letters, digits, dots, hyphens or underscores"),
  name: word(80),
  spec: z
    .record(word(40), word(80))
    .refine((spec) => Object.keys(spec).length <= 10, { error: "must have at most 10 members" })
    .optional(),
  price: moneyIn,
  original_price: moneyIn.nullable().optional(),
  cost_price: moneyIn.nullable().optional(),
  is_active: z.boolean().optional(),
  /** What may be sold of a `text` or `none` product; null has no end. Keys count themselves. */
  stock: units.nullable().optional(),
  /** The reusable content of a `text` product: write-only, absent keeps what is stored. */
  content: z.string().min(1, "must not be empty").max(20_000, "must have at most 20000 characters").optional(),
});
export type SkuBody = z.output<typeof skuBody>;

export const skuPatch = skuBody.omit({ id: true }).partial();
export type SkuPatch = z.output<typeof skuPatch>;

const fieldKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, "must be lower-case letters, digits and underscores");

export const formFieldBody = formField.extend({
  key: fieldKey,
  label: word(80),
  pattern: z.string().min(1, "must not be empty").max(200, "must have at most 200 characters").optional(),
  options: z.array(word(80)).min(1, "must have at least one option").max(50, "must have at most 50 options").optional(),
});

export const createProductBody = z.object({
  category_id: id,
  slug: slugText,
  title: word(120),
  summary: plainText(300).optional(),
  description: z.string().max(100_000, "must have at most 100000 characters").optional(),
  image: pictureAddress.nullable().optional(),
  images: z.array(pictureAddress).max(12, "must have at most 12 pictures").optional(),
  tags: z.array(word(30)).max(10, "must have at most 10 tags").optional(),
  status: z.enum(productStatuses).optional(),
  auto_secret_kind: z.enum(secretKinds),
  purchase_type: z.enum(["guest", "member"]).optional(),
  min_quantity: z.int().min(1, "must be at least 1").max(1000, "must be at most 1000").optional(),
  max_quantity: z.int().min(1, "must be at least 1").max(1000, "must be at most 1000").optional(),
  low_stock_at: units.optional(),
  instructions: emptyAsNull(4000).optional(),
  form_fields: z.array(formFieldBody).max(20, "must have at most 20 fields").optional(),
  seo: z.object({ title: emptyAsNull(120), description: emptyAsNull(300) }).partial().optional(),
  sort_order: order.optional(),
  skus: z.array(skuBody).min(1, "must have at least one option").max(50, "must have at most 50 options"),
  wholesale: z
    .array(z.object({ min_quantity: z.int().min(2, "must be at least 2").max(1000, "must be at most 1000"), price: moneyIn }))
    .max(10, "must have at most 10 tiers")
    .optional(),
});
export type CreateProductBody = z.output<typeof createProductBody>;

/** What is absent stays; `skus` and `wholesale`, when given, are the whole list. */
export const productPatch = createProductBody.partial();
export type ProductPatch = z.output<typeof productPatch>;

export const bulkProductBody = idListBody.extend({
  status: z.enum(productStatuses).optional(),
  category_id: id.optional(),
});
export type BulkProductBody = z.output<typeof bulkProductBody>;

export const createCategoryBody = z.object({
  slug: slugText,
  name: word(60),
  parent_id: id.nullable().optional(),
  icon: pictureAddress.nullable().optional(),
  sort_order: order.optional(),
  is_active: z.boolean().optional(),
});
export type CreateCategoryBody = z.output<typeof createCategoryBody>;
export const categoryPatch = createCategoryBody.partial();
export type CategoryPatch = z.output<typeof categoryPatch>;

export const revealedContent = z.object({ content: z.string() });
