import { AppError } from "../../core/errors";

interface StoredPrice {
  skuId: number;
  priceCents: bigint;
}

interface PriceChange {
  sku_id: number;
  /** The own price that the operator read; undefined is not compared. */
  seen?: bigint | null | undefined;
}

/** @throws AppError `state_conflict` naming the first price that is another one than the operator read */
export function requirePricesUnchanged(
  stored: readonly StoredPrice[],
  changes: readonly PriceChange[],
): void {
  const held = new Map(stored.map((price) => [price.skuId, price.priceCents]));
  const index = changes.findIndex(
    ({ sku_id, seen }) => seen !== undefined && (held.get(sku_id) ?? null) !== seen,
  );
  if (index >= 0)
    throw new AppError("state_conflict", "changed_by_other", { field: `prices.${index}.price` });
}
