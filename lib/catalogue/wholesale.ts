import { z } from "zod";
import { type Cents, mulDivRound } from "../core/money";

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

/** What a unit costs from each quantity on, smallest first: the option's own tiers, or those of the product. */
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
              ? mulDivRound(listCents, BigInt(100 - (percent ?? 0)), 100n)
              : BigInt(price_cents),
        }));
  return prices.sort((a, b) => a.minQuantity - b.minQuantity);
}

/** Why these prices are no wholesale prices, if they are not. */
export function wholesaleProblem(listCents: Cents, prices: readonly WholesalePrice[]): string | null {
  let before: WholesalePrice = { minQuantity: 1, priceCents: listCents };
  for (const price of prices) {
    if (price.minQuantity === before.minQuantity) return `names ${price.minQuantity} twice`;
    if (price.priceCents >= before.priceCents)
      return before.minQuantity === 1 ? "must be below the price" : "must get cheaper with the quantity";
    before = price;
  }
  return null;
}
