import type { Tx } from "../../db/transaction";
import { type OfferedProduct, offeredDetails } from "./schema";
import { upsertOfferedDetails, upsertOfferedSku } from "./sql/connections";

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

const keepRow = (tx: Tx, connectionId: number, product: OfferedProduct, row: OfferedRow): Promise<boolean> =>
  upsertOfferedSku(tx, {
    ...row,
    connectionId,
    upstreamProductId: product.id,
    updatedAt: product.updated_at ?? null,
    slug: product.slug,
    title: product.title,
    category: product.category,
    secretKind: product.auto_secret_kind,
  });

/** SKUs of this product that the main site does not offer any more. */
async function dropOthers(tx: Tx, connectionId: number, productId: number, kept: number[]): Promise<number> {
  const { count } = await tx.upstreamSku.updateMany({
    where: { connectionId, upstreamProductId: productId, isActive: true, upstreamSkuId: { notIn: kept } },
    data: { isActive: false, stock: 0 },
  });
  return count;
}

/** Keeps the details that an import copies; written only when they differ. */
async function keepDetails(tx: Tx, connectionId: number, product: OfferedProduct): Promise<void> {
  const details = JSON.stringify(offeredDetails.parse(product));
  if (details === "{}") return;
  await upsertOfferedDetails(tx, { connectionId, upstreamProductId: product.id, details });
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
