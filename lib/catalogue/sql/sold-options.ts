import { sql } from "kysely";
import type { SkuSource } from "../../db/generated/tables";
import type { SaleOrder, SecretKind } from "../schema";

/** Facts of an option that every sale needs. */
export interface SoldOption {
  productId: number;
  categoryId: number;
  parentCategoryId: number | null;
  slug: string;
  title: string;
  autoSecretKind: SecretKind;
  instructions: string | null;
  deliveryHours: number | null;
  skuId: number;
  skuName: string;
  costCents: bigint | null;
  source: SkuSource;
  fulfillers: string[];
  saleOrder: SaleOrder;
  minDaysLeft: number;
  hasUseBy: boolean;
}

/** Its columns, for a statement that calls the tables `product`, `category` and `sku`. */
export const soldColumns = [
  "product.id as productId",
  "category.id as categoryId",
  "category.parent_id as parentCategoryId",
  "product.slug",
  "product.title",
  "product.auto_secret_kind as autoSecretKind",
  "product.instructions",
  "product.delivery_hours as deliveryHours",
  "sku.id as skuId",
  "sku.name as skuName",
  "sku.cost_cents as costCents",
  "sku.source",
  sql<string[]>`${sql.ref("sku.fulfillers")}`.as("fulfillers"),
  "sku.sale_order as saleOrder",
  "sku.min_days_left as minDaysLeft",
  "sku.has_use_by as hasUseBy",
] as const;

/** False for an option whose shared text nobody may read any more. Such an option is not sold. */
export const isTextReadable = sql<boolean>`NOT ('living' = ANY (${sql.ref("sku.fulfillers")}) AND coalesce(
  (${sql.ref("sku.fulfiller_settings")} -> 'living' ->> 'until')::timestamptz <= now(), false))`;
