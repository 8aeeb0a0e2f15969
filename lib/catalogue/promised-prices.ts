import { type StockCounter, stockLevel } from "./stock-level";

interface Price {
  priceCents: bigint;
  originalPriceCents?: bigint | null;
}

export interface OfferedRow extends Price {
  stock: StockCounter | null;
}

const maxCentsOf = (a: bigint, b: bigint) => (a > b ? a : b);

/** Options that can be bought, and all of them where none can: a price of what is gone is no promise. */
export function offeredOf<T extends OfferedRow>(skus: readonly T[]): readonly T[] {
  const offered = skus.filter(({ stock }) => stockLevel([stock], 0).stockStatus !== "out_of_stock");
  return offered.length > 0 ? offered : skus;
}

/** Least and highest price that a list names; staff (`onlyOffered` false) read those of all options. */
export function promisedPrices(product: Price & { skus: readonly OfferedRow[] }, onlyOffered: boolean) {
  const skus = onlyOffered ? offeredOf(product.skus) : product.skus;
  const [first, ...others] = onlyOffered ? skus : [];
  const best = others.reduce<Price | undefined>(
    (least, sku) => (least && sku.priceCents >= least.priceCents ? least : sku),
    first,
  );
  // The product holds the figures of its cheapest option: others are named only where that one is gone.
  const cheapest: Price = best && best.priceCents !== product.priceCents ? best : product;
  const dearestCents = skus.reduce((most, sku) => maxCentsOf(most, sku.priceCents), cheapest.priceCents);
  return { cheapest, dearestCents };
}
