import { db } from "../db/client";
import { findHeldUntil } from "./sql/held-units";

interface HeldOption {
  id: number;
  stock: { isUnlimited: boolean; available: number; reserved: number } | null;
}

/** Asked of the database only where the last units are with somebody who has not paid yet. */
export async function heldUntil(skus: readonly HeldOption[]): Promise<ReadonlyMap<number, Date>> {
  const ids = skus.flatMap(({ id, stock }) =>
    stock && !stock.isUnlimited && stock.available <= 0 && stock.reserved > 0 ? [id] : [],
  );
  return ids.length === 0 ? new Map() : findHeldUntil(db(), ids);
}
