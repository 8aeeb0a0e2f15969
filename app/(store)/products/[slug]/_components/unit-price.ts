import type { SkuView } from "@/lib/catalogue/schema";

type Priced = Pick<SkuView, "id" | "price" | "original_price" | "wholesale">;
interface Own {
  bySku: Record<number, string>;
  tiersBySku: Record<number, SkuView["wholesale"]>;
}

/** Prices of this buyer for larger quantities of an option: never one that the own price already undercuts. */
export const tiersOf = (sku: Priced | undefined, own: Own | null): SkuView["wholesale"] =>
  sku ? (own?.tiersBySku[sku.id] ?? sku.wholesale) : [];

/** Price of one unit when so many are bought, and the price in whose place it is. */
export function unitPrice(sku: Priced, own: Own | null, quantity: number) {
  const tier = tiersOf(sku, own).findLast(({ min_quantity }) => min_quantity <= quantity);
  const ofLevel = own?.bySku[sku.id];
  const single = ofLevel ?? sku.price;
  const former = tier ? single : ofLevel ? sku.price : sku.original_price;
  return { price: tier?.price ?? single, former, isOfLevel: ofLevel !== undefined, tier: tier ?? null };
}
