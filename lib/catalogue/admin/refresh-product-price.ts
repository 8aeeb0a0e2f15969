import type { Tx } from "../../db/transaction";
import { repriceBundles } from "../bundles/sql";
import { updateLowestPrices } from "../sql/products";

/**
 * A product shows and sorts by the lowest price of its active SKUs: to be called after any change of a SKU's price or activity.
 * Without an active SKU the last price stays. `updated_at` moves in any case (C43). Bundles whose price is the sum of their parts
 * less a percentage follow.
 */
export async function refreshProductPrice(tx: Tx, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  const followers = await repriceBundles(tx, productIds);
  await updateLowestPrices(tx, [...new Set([...productIds, ...followers])]);
}
