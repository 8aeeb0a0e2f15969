import { now } from "../core/clock";
import type { Tx } from "../db/transaction";

/**
 * A product shows and sorts by the lowest price of its active SKUs: to be called after any change of a SKU's price or activity.
 * Without an active SKU the last price stays. `updated_at` moves in any case (C43).
 */
export async function refreshProductPrice(tx: Tx, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  await tx.$executeRaw`
    UPDATE products p SET
      price_cents = coalesce(s.price_cents, p.price_cents),
      original_price_cents = CASE WHEN s.product_id IS NULL THEN p.original_price_cents ELSE s.original_price_cents END,
      updated_at = ${now()}
    FROM unnest(${[...productIds]}::int[]) AS wanted (id)
    LEFT JOIN (
      SELECT DISTINCT ON (product_id) product_id, price_cents, original_price_cents
      FROM skus WHERE product_id = ANY (${[...productIds]}::int[]) AND is_active
      ORDER BY product_id, price_cents, sort_order, id
    ) s ON s.product_id = wanted.id
    WHERE p.id = wanted.id`;
}
