import { z } from "zod";
import { readTranslations } from "../core/translations";
import { toMoney, toTime } from "../core/wire";
import type { CategoryModel, ProductModel, SkuModel, WholesaleTierModel } from "../db/generated/models";
import { imageMembers, plainMembers, publicMembers } from "./admin/fields/plain-fields";
import type { AdminProduct, AdminProductRow, AdminSkuView } from "./admin/schema";
import type { PartRow } from "./bundles/sql";
import { deliveryOf } from "./choices";
import { type OfferedRow, promisedPrices } from "./promised-prices";
import {
  type FormField,
  formField,
  goodsOf,
  type ProductDetail,
  type ProductSummary,
  type PromisedFile,
  type PromisedPart,
  type SkuView,
} from "./schema";
import { type StockCounter, shownLevel, stockLevel } from "./stock-level";
import { readTiers, type WholesalePrice, wholesalePrices } from "./wholesale";

export type CategoryRef = Pick<CategoryModel, "id" | "slug" | "name">;
export type SkuRow = Omit<SkuModel, "contentSealed"> & { stock: StockCounter | null };

export interface SummaryRow extends Omit<ProductModel, "searchText"> {
  category: CategoryRef;
  skus: readonly OfferedRow[];
}

export interface DetailRow extends SummaryRow {
  skus: readonly SkuRow[];
  wholesale: readonly WholesaleTierModel[];
}

const storedSpec = z.record(z.string(), z.string()).catch({});
const storedFormFields = z.array(formField).catch([]);

/** How long an option's settings let buyers read its living text. */
const storedAccess = z
  .object({ living: z.object({ days: z.int().nullable(), until: z.iso.datetime().nullable() }) })
  .catch({ living: { days: null, until: null } });

const readSpec = (value: unknown): Record<string, string> => storedSpec.parse(value);
const readFormFields = (value: unknown): FormField[] => storedFormFields.parse(value);
const toMoneyOrNull = (cents: bigint | null) => (cents === null ? null : toMoney(cents));

/** Staff see every number, whatever buyers are told. */
type Reader = "buyer" | "staff";

export function toProductSummary(
  row: SummaryRow,
  currency: string,
  reader: Reader = "buyer",
): ProductSummary {
  const counted = stockLevel(
    row.skus.map((sku) => sku.stock),
    row.lowStockAt,
  );
  const level = reader === "staff" ? counted : shownLevel(counted, row);
  const { cheapest, dearestCents } = promisedPrices(row, reader === "buyer");
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    summary: row.summary,
    price: toMoney(cheapest.priceCents),
    max_price: toMoney(dearestCents),
    original_price: toMoneyOrNull(cheapest.originalPriceCents ?? null),
    currency,
    stock: level.stock,
    stock_status: level.stockStatus,
    category: { id: row.category.id, slug: row.category.slug, name: row.category.name },
    ...imageMembers(row),
    tags: row.tags,
    delivery: deliveryOf(row.autoSecretKind),
    auto_secret_kind: row.autoSecretKind,
    purchase_type: row.purchaseType,
    ...publicMembers(row),
  };
}

export const tierView = ({ minQuantity, priceCents }: WholesalePrice) => ({
  min_quantity: minQuantity,
  price: toMoney(priceCents),
});

const pricesOf = (sku: { priceCents: bigint; wholesale: unknown }, product: readonly WholesalePrice[]) =>
  wholesalePrices(sku.priceCents, sku.wholesale, product).map(tierView);

/** The tiers that all options share; what differs stands at each option. */
function sharedTiers(row: DetailRow) {
  const [first, ...others] = row.skus.map((sku) => pricesOf(sku, row.wholesale));
  return first && others.every((tiers) => JSON.stringify(tiers) === JSON.stringify(first)) ? first : [];
}

type ProductOfSku = Pick<DetailRow, "stockDisplay" | "lowStockAt" | "minQuantity" | "wholesale">;

function toSku(row: SkuRow, product: ProductOfSku, reader: Reader = "buyer"): SkuView {
  const counted = stockLevel([row.stock], product.lowStockAt);
  const level = reader === "staff" ? counted : shownLevel(counted, product);
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    spec: readSpec(row.spec),
    price: toMoney(row.priceCents),
    original_price: toMoneyOrNull(row.originalPriceCents),
    stock: level.stock,
    stock_status: level.stockStatus,
    wholesale: pricesOf(row, product.wholesale),
    ...(row.isPickable && row.source === "local" ? { is_pickable: true as const } : {}),
    ...(row.fulfillers.includes("living") ? storedAccess.parse(row.fulfillerSettings) : {}),
  };
}

/** Further promises of a product's options, by option. */
interface Promised {
  files: ReadonlyMap<number, PromisedFile[]>;
  parts: ReadonlyMap<number, readonly PartRow[]>;
  /** Until when the last units of an option are with others who have not paid yet. */
  held: ReadonlyMap<number, Date>;
}

const promisedPart = (part: PartRow): PromisedPart => ({
  sku_id: part.skuId,
  title: part.productTexts?.title ?? part.title,
  sku_name: part.skuTexts?.name || part.skuName || null,
  slug: part.isListed ? part.slug : null,
  quantity: part.quantity,
  kind: part.autoSecretKind,
  ...(part.fulfillers.length > 0 ? { delivers: part.fulfillers } : {}),
});

export function toProductDetail(
  row: DetailRow,
  currency: string,
  { files, parts, held }: Promised,
): Omit<ProductDetail, "rating"> {
  return {
    ...toProductSummary(row, currency),
    description: row.description,
    images: row.images,
    skus: row.skus.map((sku) => {
      const promised = files.get(sku.id);
      const bundled = parts.get(sku.id);
      const until = held.get(sku.id);
      return {
        ...toSku(sku, row),
        ...(promised ? { files: promised } : {}),
        ...(bundled ? { parts: bundled.map(promisedPart) } : {}),
        ...(until ? { held_until: toTime(until) } : {}),
      };
    }),
    wholesale: sharedTiers(row),
    form_fields: readFormFields(row.formFields),
    seo: { title: row.seoTitle, description: row.seoDescription },
  };
}

interface FullCounter extends StockCounter {
  reserved: number;
  sold: number;
}

interface AdminRow extends Omit<ProductModel, "searchText"> {
  category: CategoryRef;
  skus: readonly {
    id: number;
    isActive: boolean;
    priceCents: bigint;
    source: "local" | "upstream";
    fulfillers: readonly string[];
    stock: FullCounter | null;
  }[];
}

interface AdminDetailRow extends AdminRow {
  skus: readonly (Omit<SkuModel, "contentSealed"> & { stock: FullCounter | null })[];
  wholesale: readonly WholesaleTierModel[];
}

/** Facts that are read beside the rows: a text itself is never read for it. */
interface AdminReads {
  currency: string;
  skusWithText: ReadonlySet<number>;
}

export function toAdminProductRow(row: AdminRow, { currency, skusWithText }: AdminReads): AdminProductRow {
  const active = row.skus.filter((sku) => sku.isActive);
  return {
    ...toProductSummary({ ...row, skus: active }, currency, "staff"),
    status: row.status,
    goods: goodsOf(
      row.autoSecretKind,
      row.skus.map(({ id, fulfillers }) => ({ delivers: fulfillers, hasText: skusWithText.has(id) })),
    ),
    sku_count: row.skus.length,
    reserved: row.skus.reduce((sum, sku) => sum + (sku.stock?.reserved ?? 0), 0),
    sold: row.skus.reduce((sum, sku) => sum + (sku.stock?.sold ?? 0), 0),
    is_upstream: row.skus.some((sku) => sku.source === "upstream"),
    only_sku_id: onlySku(row.skus),
    low_stock_at: row.lowStockAt,
    sort_order: row.sortOrder,
    created_at: toTime(row.createdAt),
    updated_at: toTime(row.updatedAt),
  };
}

/** A main site's price follows its rule, and a list of several has no one price. */
function onlySku(skus: AdminRow["skus"]): number | null {
  const [sku, ...others] = skus;
  return sku && others.length === 0 && sku.isActive && sku.source === "local" ? sku.id : null;
}

export function toAdminProduct(row: AdminDetailRow, reads: AdminReads): AdminProduct {
  return {
    ...toAdminProductRow(row, reads),
    description: row.description,
    images: row.images,
    form_fields: readFormFields(row.formFields),
    seo: { title: row.seoTitle, description: row.seoDescription },
    ...plainMembers(row),
    translations: readTranslations(row.translations),
    skus: row.skus.map(
      (sku): AdminSkuView => ({
        ...toSku(sku, row, "staff"),
        cost_price: toMoneyOrNull(sku.costCents),
        is_active: sku.isActive,
        is_unlimited: sku.stock?.isUnlimited ?? false,
        reserved: sku.stock?.reserved ?? 0,
        sold: sku.stock?.sold ?? 0,
        source: sku.source,
        has_content: reads.skusWithText.has(sku.id),
        delivers: sku.fulfillers,
        own_wholesale: readTiers(sku.wholesale).map(({ min_quantity, price_cents, percent }) => ({
          min_quantity,
          ...(price_cents === undefined
            ? { percent: percent ?? 0 }
            : { price: toMoney(BigInt(price_cents)) }),
        })),
        translations: readTranslations(sku.translations),
      }),
    ),
    wholesale: row.wholesale.map((tier) => ({
      min_quantity: tier.minQuantity,
      price: toMoney(tier.priceCents),
    })),
  };
}
