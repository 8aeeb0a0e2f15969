import { sumCents } from "../../core/money";
import type { Lang } from "../../core/translations";
import type { Reader } from "../../db/transaction";
import { type StockDisplay, stockDisplays } from "../schema";
import type { StockCounter } from "../stock-level";
import { isBundle } from "./schema";
import { findBundleParts, type PartRow } from "./sql";

/** C61: below what its parts cost at their main sites nothing is sold. */
export function isBelowCost(
  parts: readonly Pick<PartRow, "bundlePriceCents" | "source" | "costCents" | "quantity">[],
): boolean {
  const costs = parts.map(({ source, costCents, quantity }) =>
    source === "upstream" ? (costCents ?? 0n) * BigInt(quantity) : 0n,
  );
  return parts.some(({ bundlePriceCents }) => sumCents(costs) > bundlePriceCents);
}

type CountedPart = Pick<
  PartRow,
  "bundlePriceCents" | "source" | "costCents" | "isSellable" | "isUnlimited" | "available" | "quantity"
>;

/** Whether every part is on sale, and together they are not sold at a loss. */
export const isBundleSold = (parts: readonly CountedPart[]): boolean =>
  parts.length > 0 && parts.every(({ isSellable }) => isSellable) && !isBelowCost(parts);

/** How many bundles their parts are enough for: as many as the scarcest one. */
export function bundleStock(parts: readonly CountedPart[]): StockCounter {
  if (!isBundleSold(parts)) return { isUnlimited: false, available: 0 };
  const counted = parts.filter(({ isUnlimited }) => !isUnlimited);
  if (counted.length === 0) return { isUnlimited: true, available: 0 };
  return {
    isUnlimited: false,
    available: Math.min(
      ...counted.map(({ available, quantity }) => Math.floor(Math.max(0, available) / quantity)),
    ),
  };
}

/** The parts of those options that are bundles, by option. Without a bundle there is no query. */
export async function partsOfBundles(
  reader: Reader,
  skus: readonly { id: number; fulfillers: readonly string[] }[],
  lang?: Lang,
): Promise<Map<number, PartRow[]>> {
  const ids = skus.filter(isBundle).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = new Map<number, PartRow[]>(ids.map((id) => [id, []]));
  for (const part of await findBundleParts(reader, ids, lang)) found.get(part.bundleSkuId)?.push(part);
  return found;
}

/** The strictest display of the product and of its bundles' parts: a bundle's stock would reveal that of its scarcest part. */
export function strictestDisplay(
  own: StockDisplay,
  skus: readonly { id: number }[],
  parts: ReadonlyMap<number, readonly Pick<PartRow, "stockDisplay">[]>,
): StockDisplay {
  const displays = skus.flatMap(({ id }) => parts.get(id) ?? []).map(({ stockDisplay }) => stockDisplay);
  return stockDisplays.findLast((one) => one === own || displays.includes(one)) ?? own;
}

/** The options with their stock. The stock of a bundle follows from its parts. */
export const countBundles = <T extends { id: number; stock: StockCounter | null }>(
  skus: readonly T[],
  parts: ReadonlyMap<number, readonly PartRow[]>,
): T[] =>
  skus.map((sku) => {
    const own = parts.get(sku.id);
    return own ? { ...sku, stock: { ...sku.stock, ...bundleStock(own) } } : sku;
  });
