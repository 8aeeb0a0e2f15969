import { z } from "zod";
import { refusal, rule } from "../../core/refusals/refusal";
import { shapedAs } from "../../core/shaped-text";
import { translationsIn, translationsOut } from "../../core/translations";
import {
  id,
  idText,
  moneyOut,
  pageOut,
  pictureAddress,
  plainText,
  priceIn,
  seenIn,
  slugText,
  storefrontPage,
  timeIn,
  timeOut,
} from "../../core/wire";
import { productStatuses } from "../choices";
import {
  category,
  formField,
  goodsKinds,
  productDetail,
  productSummary,
  purchaseTypes,
  saleOrders,
  secretKinds,
  sku,
  stockFilters,
  unlimitedStock,
  wholesaleTier,
} from "../schema";
import { pictureInput, plainInput, plainOutput } from "./fields/schema";

const order = z.int().min(-1_000_000).max(1_000_000);
export const units = z.int().min(0).max(unlimitedStock);
export const word = (max: number) => plainText(max, 1);
const emptyAsNull = (max: number) =>
  plainText(max)
    .nullable()
    .transform((text) => text || null);

const tierQuantity = z
  .int()
  .min(2, rule(refusal("at_least", { min: 2 })))
  .max(1000, rule(refusal("at_most", { max: 1000 })));

/** A price, or a percentage off the option's price. */
const skuTier = z
  .object({
    min_quantity: tierQuantity,
    price: priceIn.optional(),
    percent: z
      .int()
      .min(1, rule(refusal("at_least", { min: 1 })))
      .max(99, rule(refusal("at_most", { max: 99 })))
      .optional(),
  })
  .refine((tier) => (tier.price === undefined) !== (tier.percent === undefined), {
    error: rule("price_or_percent"),
  });

const skuBody = z.object({
  /** Absent for a new one. */
  id: id.optional(),
  code: z
    .string()
    .trim()
    .check(...shapedAs(/^[A-Za-z0-9._-]{1,40}$/, rule("sku_code"))),
  name: word(80),
  spec: z
    .record(word(40), word(80))
    .refine((spec) => Object.keys(spec).length <= 10, { error: rule(refusal("too_many", { max: 10 })) })
    .optional(),
  price: priceIn,
  original_price: priceIn.nullable().optional(),
  cost_price: priceIn.nullable().optional(),
  is_active: z.boolean().optional(),
  /** Tiers of this option alone; with any, those of the product do not count for it. */
  wholesale: z
    .array(skuTier)
    .max(10, rule(refusal("too_many", { max: 10 })))
    .optional(),
  /** Units to sell of a `text` or `none` product; null has no end. Keys count themselves. */
  stock: units.nullable().optional(),
  /** Value of `stock` when the operator read it: refused when units were sold meanwhile, who would be given back. */
  stock_seen: units.nullable().optional(),
  /** Which free key a buyer gets. */
  sale_order: z.enum(saleOrders).optional(),
  /** A key is not sold when fewer days than this are left to its use-by date. */
  min_days_left: z.int().min(0).max(3650).optional(),
  /** Buyers may choose the key by its public label. */
  is_pickable: z.boolean().optional(),
  /** The reusable content of a `text` product: write-only, absent keeps what is stored. */
  content: z.string().min(1).max(20_000).optional(),
  translations: translationsIn({ name: plainText(80) }).optional(),
});
export type SkuBody = z.output<typeof skuBody>;

export const skuPatch = skuBody.omit({ id: true }).partial().extend({ seen: seenIn });
export type SkuPatch = z.output<typeof skuPatch>;

const formFieldBody = formField.extend({
  label: word(80),
  pattern: z.string().min(1).max(200).optional(),
  options: z.array(word(80)).min(1).max(50).optional(),
});

/** Tags are one text with commas. Beside these, `form.<key>` is the label of a question to the buyer. */
const productTexts = {
  title: plainText(120),
  summary: plainText(300),
  description: z.string().max(100_000),
  instructions: plainText(4000),
  tags: plainText(400),
  seo_title: plainText(120),
  seo_description: plainText(300),
};

export const createProductBody = z.object({
  category_id: id,
  slug: slugText,
  title: word(120),
  summary: plainText(300).optional(),
  description: z.string().max(100_000).optional(),
  ...pictureInput,
  tags: z.array(word(30)).max(10).optional(),
  status: z.enum(productStatuses).optional(),
  auto_secret_kind: z.enum(secretKinds),
  purchase_type: z.enum(purchaseTypes).optional(),
  ...plainInput,
  form_fields: z.array(formFieldBody).max(20).optional(),
  seo: z
    .object({ title: emptyAsNull(120), description: emptyAsNull(300) })
    .partial()
    .optional(),
  translations: translationsIn(productTexts, plainText(80)).optional(),
  sort_order: order.optional(),
  skus: z.array(skuBody).min(1).max(50),
  wholesale: z
    .array(
      z.object({
        min_quantity: tierQuantity,
        price: priceIn,
      }),
    )
    .max(10)
    .optional(),
});
export type CreateProductBody = z.output<typeof createProductBody>;

/** Members that are absent stay; `skus` and `wholesale`, when given, are the whole list. */
export const productPatch = createProductBody.partial().extend({
  /** The `updated_at` of what the operator read: refused when somebody else changed it meanwhile. */
  seen_at: timeIn.optional(),
});
export type ProductPatch = z.output<typeof productPatch>;

export const createCategoryBody = z.object({
  slug: slugText,
  name: word(60),
  parent_id: id.nullable().optional(),
  icon: pictureAddress.nullable().optional(),
  sort_order: order.optional(),
  is_active: z.boolean().optional(),
  translations: translationsIn({ name: plainText(60) }).optional(),
});
export type CreateCategoryBody = z.output<typeof createCategoryBody>;
export const categoryPatch = createCategoryBody.partial().extend({ seen: seenIn });
export type CategoryPatch = z.output<typeof categoryPatch>;

export const revealedContent = z.object({ content: z.string() });

export const adminProductQuery = z.object({
  ...storefrontPage,
  search: plainText(100)
    .transform((text) => text || undefined)
    .optional(),
  status: z.enum(productStatuses).optional(),
  category_id: idText.optional(),
  kind: z.enum(goodsKinds).optional(),
  stock: z.enum(stockFilters).optional(),
  sort: z.enum(["default", "newest", "updated", "title", "price_asc", "price_desc"]).default("default"),
});
export type AdminProductQuery = z.output<typeof adminProductQuery>;

const adminProductRow = productSummary.extend({
  status: z.enum(productStatuses),
  goods: z.array(z.enum(goodsKinds)),
  sku_count: z.int(),
  reserved: z.int(),
  sold: z.int(),
  is_upstream: z.boolean(),
  only_sku_id: z.int().nullable(),
  low_stock_at: z.int(),
  sort_order: z.int(),
  created_at: timeOut,
  updated_at: timeOut,
});
export type AdminProductRow = z.infer<typeof adminProductRow>;

export const adminProductList = z.object({ products: z.array(adminProductRow), ...pageOut });
export type AdminProductList = z.infer<typeof adminProductList>;

export const productNameQuery = adminProductQuery.pick({ search: true });
const productName = z.object({ id: z.int(), title: z.string() });
export const productNameList = z.object({ products: z.array(productName) });
export type ProductName = z.infer<typeof productName>;

const adminSku = sku.extend({
  cost_price: moneyOut.nullable().optional(),
  is_active: z.boolean(),
  is_unlimited: z.boolean(),
  reserved: z.int(),
  sold: z.int(),
  source: z.enum(["local", "upstream"]),
  has_content: z.boolean(),
  /** Codes of what it delivers beside its units: `file`, `license`, `living`, `dynamic`, `bundle`. */
  delivers: z.array(z.string()),
  /** The option's own tiers, as they were typed. */
  own_wholesale: z.array(
    z.object({ min_quantity: z.int(), price: moneyOut.optional(), percent: z.int().optional() }),
  ),
  translations: translationsOut,
});
export type AdminSkuView = z.infer<typeof adminSku>;

export const adminProduct = adminProductRow.extend({
  description: z.string(),
  images: z.array(z.string()),
  form_fields: z.array(formField),
  seo: productDetail.shape.seo,
  ...plainOutput,
  translations: translationsOut,
  skus: z.array(adminSku),
  wholesale: z.array(wholesaleTier),
});
export type AdminProduct = z.infer<typeof adminProduct>;

const adminCategory = category.extend({
  is_active: z.boolean(),
  child_count: z.int(),
  translations: translationsOut,
  updated_at: timeOut,
});
export type AdminCategory = z.infer<typeof adminCategory>;
export const adminCategoryList = z.object({ categories: z.array(adminCategory) });
