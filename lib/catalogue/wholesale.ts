import { z } from "zod";
import { type Cents, partOf } from "../core/money";
import { refusal, type Said } from "../core/refusals/refusal";

/** A tier as an option keeps it: a price, or a percentage off the option's own price. */
const storedTier = z.object({
  min_quantity: z.int(),
  price_cents: z.string().optional(),
  percent: z.int().optional(),
});
const storedTiers = z.array(storedTier).catch([]);
export type StoredTier = z.infer<typeof storedTier>;

export interface WholesalePrice {
  minQuantity: number;
  priceCents: Cents;
}

export const readTiers = (stored: unknown): StoredTier[] => storedTiers.parse(stored);

/** Prices of a unit from each quantity on, smallest first: the option's own tiers, or those of the product. */
export function wholesalePrices(
  listCents: Cents,
  own: unknown,
  ofProduct: readonly WholesalePrice[],
): WholesalePrice[] {
  const tiers = readTiers(own);
  const prices =
    tiers.length === 0
      ? [...ofProduct]
      : tiers.map(({ min_quantity, price_cents, percent }) => ({
          minQuantity: min_quantity,
          priceCents:
            price_cents === undefined
              ? partOf(listCents, BigInt(100 - (percent ?? 0)), 100n)
              : BigInt(price_cents),
        }));
  return prices.sort((a, b) => a.minQuantity - b.minQuantity);
}

/** Why these prices are no wholesale prices, if they are not. */
export function wholesaleProblem(listCents: Cents, prices: readonly WholesalePrice[]): Said | null {
  let before: WholesalePrice = { minQuantity: 1, priceCents: listCents };
  for (const price of prices) {
    if (price.minQuantity === before.minQuantity)
      return refusal("tier_twice", { quantity: price.minQuantity });
    if (price.priceCents >= before.priceCents)
      return before.minQuantity === 1 ? "below_price" : "tier_not_cheaper";
    before = price;
  }
  return null;
}
