import { z } from "zod";
import { rule } from "../core/refusals/refusal";
import { shapedAs } from "../core/shaped-text";
import { langQuery } from "../core/translations";
import { idsText, idText, moneyOut, pageOut, storefrontPage, timeOut } from "../core/wire";
import { publicOutput } from "./admin/fields/schema";
import { formFieldTypes, type GoodsKind, type SecretKind, secretKinds } from "./choices";
import { choicesQuery, facetsFlag, productFacets } from "./finding/schema";

export { mostUnits, unlimitedStock } from "./admin/fields/schema";
export {
  addedGoods,
  formFieldTypes,
  type GoodsKind,
  goodsKinds,
  goodsOf,
  isAddedGoods,
  isKeyed,
  keyedKinds,
  type SecretKind,
  type StockDisplay,
  secretKindOf,
  secretKinds,
  stockDisplays,
} from "./choices";

/** Which free key is sold next; `expiring` is the one with the earliest use-by date. */
export const saleOrders = ["oldest", "newest", "random", "expiring"] as const;
export type SaleOrder = (typeof saleOrders)[number];

/** Characters of what buyers read of a key when they may choose it. */
export const longestLabel = 80;

/** Buyers to whom a product is sold. */
export const purchaseTypes = ["guest", "member"] as const;
/** Filters of an operator's list by stock. */
export const stockFilters = ["low", "out"] as const;

export const deliveryKinds = ["auto", "manual"] as const;
const stockStatuses = ["in_stock", "low_stock", "out_of_stock", "unlimited"] as const;
export const productSorts = ["default", "newest", "price_asc", "price_desc"] as const;

export const productQuery = z.object({
  ...storefrontPage,
  category_id: idText.optional(),
  category: z.string().max(80).optional(),
  search: z.string().trim().max(100).min(1).optional(),
  sort: z.enum(productSorts).default("default"),
  ...choicesQuery,
  /** Whether the counts of each choice come with the list. */
  facets: facetsFlag,
  ...langQuery,
});
export type ProductQuery = z.output<typeof productQuery>;

const categoryRef = z.object({ id: z.int(), slug: z.string(), name: z.string() });

/** The plain fields that buyers read; this one stands beside the stock that it is about. */
const { stock_display, ...others } = publicOutput;

export const productSummary = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Price of the cheapest option that can be bought, or of the cheapest of all where none can. */
  price: moneyOut,
  /** Price of the dearest of them; where it is above `price`, a list says "from". */
  max_price: moneyOut,
  original_price: moneyOut.nullable(),
  currency: z.string(),
  /** Where `stock_display` is not `exact`, there is at least as much. */
  stock: z.int(),
  stock_status: z.enum(stockStatuses),
  stock_display,
  category: categoryRef,
  image: z.string().nullable(),
  /** Pictures of the product that are shown whole; all others fill their frame and are cropped. */
  whole_images: z.array(z.string()),
  tags: z.array(z.string()),
  delivery: z.enum(deliveryKinds),
  auto_secret_kind: z.enum(secretKinds),
  purchase_type: z.enum(purchaseTypes),
  ...others,
});
export type ProductSummary = z.infer<typeof productSummary>;

/** The picture of a product, and how it is shown. */
export type ProductImage = Pick<ProductSummary, "image" | "whole_images">;
/** As much of a product as its picture, or the cover that is drawn in place of one, is made from; of one that is gone the name alone. */
export type PicturedProduct = Pick<ProductSummary, "slug"> &
  Partial<ProductImage> & { auto_secret_kind?: GoodsKind; category?: { slug: string } };

/** A product that somebody bought, as the shop shows and names it now, with the options that were bought. */
export interface SoldProduct extends PicturedProduct {
  title: string;
  image: string | null;
  whole_images: string[];
  auto_secret_kind: SecretKind;
  category: { slug: string };
  options: Readonly<Record<number, { code: string; name: string; is_on_sale: boolean }>>;
}
/** By product. */
export type SoldProducts = Readonly<Record<number, SoldProduct>>;

export const wholesaleTier = z.object({ min_quantity: z.int(), price: moneyOut });

/** Promise of a product page: the newest version of a file that the option delivers. */
const promisedFile = z.object({ title: z.string(), version: z.string(), bytes: z.int() });
export type PromisedFile = z.infer<typeof promisedFile>;

/** Content of a bundle: one line for each part. */
const promisedPart = z.object({
  sku_id: z.int(),
  title: z.string(),
  sku_name: z.string().nullable(),
  /** Null where the part has no page of its own. */
  slug: z.string().nullable(),
  quantity: z.int(),
  kind: z.enum(secretKinds),
  /** Further goods that it delivers. */
  delivers: z.array(z.string()).optional(),
});
export type PromisedPart = z.infer<typeof promisedPart>;

/** Time for which a buyer reads a text that is kept up to date. */
const promisedAccess = z.object({ days: z.int().nullable(), until: timeOut.nullable() });

export const sku = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  spec: z.record(z.string(), z.string()),
  price: moneyOut,
  original_price: moneyOut.nullable(),
  stock: z.int(),
  stock_status: z.enum(stockStatuses),
  /** Prices of a unit from each quantity on. */
  wholesale: z.array(wholesaleTier),
  /**
   * Only of what is sold out because others hold the last units without having paid: when the first of them lets go. It may be
   * for sale again then.
   */
  held_until: timeOut.optional(),
  /** Only where buyers may choose the key: …/products/{slug}/picks. */
  is_pickable: z.literal(true).optional(),
  /** Only where the option delivers files. */
  files: z.array(promisedFile).optional(),
  /** Only where the option delivers a living text. */
  living: promisedAccess.optional(),
  /** Only of a bundle, whose stock is what its parts are enough for. */
  parts: z.array(promisedPart).optional(),
});
export type SkuView = z.infer<typeof sku>;

export const maxFieldKey = 40;

/** A question to the buyer, everywhere: as it is saved, shown and answered. */
export const formField = z.object({
  key: z.string().check(...shapedAs(/^[a-z][a-z0-9_]{0,39}$/, rule("field_key"))),
  type: z.enum(formFieldTypes),
  label: z.string(),
  required: z.boolean(),
  pattern: z.string().optional(),
  options: z.array(z.string()).optional(),
});
export type FormField = z.infer<typeof formField>;

/** Mean of the stars that buyers gave a product, with two decimals, and the number of their reviews. */
export const rating = z.object({ average: z.number(), count: z.int() });
export type Rating = z.infer<typeof rating>;

export const productDetail = productSummary.extend({
  description: z.string(),
  images: z.array(z.string()),
  skus: z.array(sku),
  wholesale: z.array(wholesaleTier),
  form_fields: z.array(formField),
  /** Null where nobody has reviewed it, or reviews are off. Their words: …/products/{slug}/reviews. */
  rating: rating.nullable(),
  seo: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
});
export type ProductDetail = z.infer<typeof productDetail>;

/** As many as one order has lines. */
export const offeredSkusQuery = z.object({ sku_ids: idsText(20), ...langQuery });
export type OfferedSkusQuery = z.output<typeof offeredSkusQuery>;

/** An option, and as much of its product as a cart shows and asks. */
export const offeredSku = z.object({
  product: productDetail.pick({
    id: true,
    slug: true,
    title: true,
    image: true,
    whole_images: true,
    category: true,
    currency: true,
    delivery: true,
    auto_secret_kind: true,
    purchase_type: true,
    stock_display: true,
    min_quantity: true,
    max_quantity: true,
    form_fields: true,
  }),
  sku: sku.pick({
    id: true,
    code: true,
    name: true,
    price: true,
    original_price: true,
    wholesale: true,
    stock: true,
    stock_status: true,
  }),
  /** The product has no other option. */
  is_only: z.boolean(),
});
export type OfferedSku = z.infer<typeof offeredSku>;
export const offeredSkuList = z.object({ skus: z.array(offeredSku) });
export type OfferedSkuList = z.infer<typeof offeredSkuList>;

export const productList = z.object({
  products: z.array(productSummary),
  ...pageOut,
  /** Only where they were asked for. */
  facets: productFacets.optional(),
});
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
