import { now } from "../../core/clock";
import type { Tx } from "../../db/transaction";
import { type OfferedProduct, offeredDetails } from "./schema";

interface OfferedRow {
  upstreamSkuId: number;
  skuName: string | undefined;
  costCents: bigint;
  stock: number;
  isActive: boolean;
}

/** C61: an answer without `skus` says nothing of those that are offered; an empty list says that there are none. */
async function knownRows(tx: Tx, connectionId: number, product: OfferedProduct): Promise<OfferedRow[]> {
  if (product.skus) return [];
  const known = await tx.upstreamSku.findMany({
    where: { connectionId, upstreamProductId: product.id, upstreamSkuId: { not: 0 }, isActive: true },
    select: { upstreamSkuId: true, costCents: true, stock: true },
  });
  return known.map((row) => ({ ...row, skuName: undefined, isActive: true }));
}

/** One row a SKU; a main site built from the specification alone shows none, and its product is SKU 0. */
async function rowsOf(tx: Tx, connectionId: number, product: OfferedProduct): Promise<OfferedRow[]> {
  const isActive = product.active ?? true;
  if (product.skus && product.skus.length > 0) {
    return product.skus.map((sku) => ({
      upstreamSkuId: sku.id,
      skuName: sku.name ?? sku.code,
      costCents: sku.price,
      stock: isActive ? sku.stock : 0,
      isActive,
    }));
  }
  if (!isActive) return [];
  const known = await knownRows(tx, connectionId, product);
  if (known.length > 0) return known;
  return [{ upstreamSkuId: 0, skuName: undefined, costCents: product.price, stock: product.stock, isActive }];
}

/** C61: a member that the main site left out keeps the value it had. @returns whether anything changed. */
async function keepRow(
  tx: Tx,
  connectionId: number,
  product: OfferedProduct,
  row: OfferedRow,
): Promise<boolean> {
  const { upstreamSkuId } = row;
  const changed = await tx.$executeRaw`
    INSERT INTO upstream_skus AS u (connection_id, upstream_product_id, upstream_sku_id, slug, title, sku_name, category,
      auto_secret_kind, cost_cents, stock, is_active, upstream_updated_at, updated_at)
    VALUES (${connectionId}, ${product.id}, ${upstreamSkuId}, ${product.slug ?? `product-${product.id}`},
      ${product.title ?? `Product ${product.id}`}, ${row.skuName ?? ""}, ${product.category ?? ""},
      ${product.auto_secret_kind ?? "card_key"}, ${row.costCents}, ${row.stock}, ${row.isActive},
      ${product.updated_at ?? null}, ${now()})
    ON CONFLICT (connection_id, upstream_product_id, upstream_sku_id) DO UPDATE SET
      slug = coalesce(${product.slug ?? null}, u.slug), title = coalesce(${product.title ?? null}, u.title),
      sku_name = coalesce(${row.skuName ?? null}, u.sku_name), category = coalesce(${product.category ?? null}, u.category),
      auto_secret_kind = coalesce(${product.auto_secret_kind ?? null}, u.auto_secret_kind),
      cost_cents = excluded.cost_cents, stock = excluded.stock, is_active = excluded.is_active,
      upstream_updated_at = coalesce(excluded.upstream_updated_at, u.upstream_updated_at), updated_at = excluded.updated_at
    WHERE (u.cost_cents, u.stock, u.is_active, u.title, u.sku_name, u.slug, u.category, u.auto_secret_kind) IS DISTINCT FROM
      (excluded.cost_cents, excluded.stock, excluded.is_active, coalesce(${product.title ?? null}, u.title),
       coalesce(${row.skuName ?? null}, u.sku_name), coalesce(${product.slug ?? null}, u.slug),
       coalesce(${product.category ?? null}, u.category), coalesce(${product.auto_secret_kind ?? null}, u.auto_secret_kind))`;
  return changed > 0;
}

/** SKUs of this product that the main site does not offer any more. */
async function dropOthers(tx: Tx, connectionId: number, productId: number, kept: number[]): Promise<number> {
  const { count } = await tx.upstreamSku.updateMany({
    where: { connectionId, upstreamProductId: productId, isActive: true, upstreamSkuId: { notIn: kept } },
    data: { isActive: false, stock: 0 },
  });
  return count;
}

/** What an import copies; written only when it differs. */
async function keepDetails(tx: Tx, connectionId: number, product: OfferedProduct): Promise<void> {
  const details = JSON.stringify(offeredDetails.parse(product));
  if (details === "{}") return;
  await tx.$executeRaw`
    INSERT INTO upstream_products AS p (connection_id, upstream_product_id, details, updated_at)
    VALUES (${connectionId}, ${product.id}, ${details}::jsonb, ${now()})
    ON CONFLICT (connection_id, upstream_product_id) DO UPDATE
      SET details = excluded.details, updated_at = excluded.updated_at
      WHERE p.details IS DISTINCT FROM excluded.details`;
}

/** @returns how many rows changed. */
export async function keepOffer(tx: Tx, connectionId: number, product: OfferedProduct): Promise<number> {
  const rows = await rowsOf(tx, connectionId, product);
  let changed = 0;
  for (const row of rows) if (await keepRow(tx, connectionId, product, row)) changed += 1;
  await keepDetails(tx, connectionId, product);
  const kept = rows.map((row) => row.upstreamSkuId);
  return changed + (await dropOthers(tx, connectionId, product.id, kept));
}

/** After a pull of everything: what was not in it is not offered. */
export async function dropUnseen(tx: Tx, connectionId: number, seen: readonly number[]): Promise<number> {
  const { count } = await tx.upstreamSku.updateMany({
    where: { connectionId, isActive: true, upstreamProductId: { notIn: [...seen] } },
    data: { isActive: false, stock: 0 },
  });
  return count;
}
