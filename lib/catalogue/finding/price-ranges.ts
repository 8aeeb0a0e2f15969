import { formatMoney } from "../../core/money";
import type { Good } from "./good";
import type { PriceRange } from "./schema";

/** Ends of a range that people think in: 1, 2, 5, 10, 20 … of the currency. */
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500].flatMap((step) => [step, step * 1_000, step * 1_000_000]);
const bounds = [...new Set(steps)].sort((a, b) => a - b);
const mostRanges = 5;
/** Hundredths, as every amount has them, also of a currency without decimals. */
const unit = 100;

/** Bounds nearest to the prices that divide the goods evenly. */
function boundsFor(prices: readonly number[]): number[] {
  const wanted = Array.from(
    { length: mostRanges - 1 },
    (_, at) => prices[Math.floor(((at + 1) * prices.length) / mostRanges)] ?? 0,
  );
  const near = wanted.map((price) => {
    const inUnits = price / unit;
    const [best = 1] = bounds.toSorted(
      (a, b) => Math.abs(Math.log(a / inUnits)) - Math.abs(Math.log(b / inUnits)),
    );
    return best * unit;
  });
  return [...new Set(near)].sort((a, b) => a - b);
}

/** Ranges of prices with as many goods each as they have, for shops of any size; none where all would be one. */
export function priceRanges(goods: readonly Good[]): PriceRange[] {
  const prices = goods.map((good) => Math.min(...good.prices)).sort((a, b) => a - b);
  const [cheapest = 0] = prices;
  const dearest = prices.at(-1) ?? 0;
  const ends = boundsFor(prices.filter((price) => price > 0)).filter(
    (bound) => bound >= cheapest && bound < dearest,
  );
  if (ends.length === 0) return [];
  const toText = (cents: number | undefined) => (cents === undefined ? null : formatMoney(BigInt(cents)));
  return [undefined, ...ends]
    .map((min, at) => {
      const max = ends[at];
      const isWithin = (price: number) =>
        (min === undefined || price >= min) && (max === undefined || price <= max);
      return {
        min: toText(min),
        max: toText(max),
        count: goods.filter((good) => good.prices.some(isWithin)).length,
      };
    })
    .filter(({ count }) => count > 0);
}
